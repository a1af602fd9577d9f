-- Leases what is overdue by a timer to the caller: the timer is set to now, so nobody else takes it again
-- until it is overdue by as much once more.
-- KEYS  1 timer  2 clock
-- ARGV  1 how late counts as overdue, in ms  2 how many at most
-- Returns  now, the ids
local now = read_clock(KEYS[2])
local stamp = string.format('%.0f', now)
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - tonumber(ARGV[1])), 'LIMIT', 0, ARGV[2])
for _, id in ipairs(ids) do redis.call('ZADD', KEYS[1], 'XX', stamp, id) end
return { stamp, ids }
