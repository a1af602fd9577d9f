-- Sets the timer of an instance again, when nothing happened since it was judged.
-- KEYS  1 instance  2 timer  3 seen
-- ARGV  1 instance id  2 generation and  3 revision it was judged in  4 the sign of life it was judged on, '' when a
--       newer one would change nothing  5 next check  6 new interval in ms, '' as it is
-- Returns  1 written, 0 stale
local judged = redis.call('HMGET', KEYS[1], 'generation', 'revision')
if judged[1] ~= ARGV[2] or judged[2] ~= ARGV[3] then return 0 end
if ARGV[4] ~= '' and redis.call('ZSCORE', KEYS[3], ARGV[1]) ~= ARGV[4] then return 0 end
redis.call('ZADD', KEYS[2], ARGV[5], ARGV[1])
if ARGV[6] ~= '' then redis.call('HSET', KEYS[1], 'intervalMs', ARGV[6]) end
return 1
