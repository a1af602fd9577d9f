-- Events are done only in the life of the server in which they were handled: in a later one their effects may be lost.
-- KEYS  1 stream
-- ARGV  1 group  2 run id before they were handled  3… their ids
-- Returns  when they were done, in ms of the server's own clock, which is in the ids of events as well; 0 not done
local run = string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
if run ~= ARGV[2] then return 0 end
redis.call('XACK', KEYS[1], ARGV[1], unpack(ARGV, 3))
local time = redis.call('TIME')
return tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
