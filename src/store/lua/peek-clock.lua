-- The monitor's clock for who only looks: it writes nothing, so it also tells the time of a Redis that takes no writes.
-- KEYS  1 clock
-- Returns  now
local time = redis.call('TIME')
local clock = redis.call('HMGET', KEYS[1], 'tick', 'offset', 'latest')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + (tonumber(clock[2]) or 0)
return string.format('%.0f', math.max(now, tonumber(clock[1]) or 0, tonumber(clock[3]) or 0))
