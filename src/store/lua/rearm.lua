-- Sets the timer of an instance again, when no newer check was armed since it was judged.
-- KEYS  1 instance  2 timer
-- ARGV  1 instance id  2 generation it was judged in  3 next check  4 new interval in ms, '' as it is
-- Returns  1 written, 0 stale
if redis.call('HGET', KEYS[1], 'generation') ~= ARGV[2] then return 0 end
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
if ARGV[4] ~= '' then redis.call('HSET', KEYS[1], 'intervalMs', ARGV[4]) end
return 1
