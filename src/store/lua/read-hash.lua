-- A whole hash and the time at which it was so.
-- KEYS  1 hash  2 clock
-- Returns  now, field and value in turn
local now = read_clock(KEYS[2])
return { string.format('%.0f', now), redis.call('HGETALL', KEYS[1]) }
