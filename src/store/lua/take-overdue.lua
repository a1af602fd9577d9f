-- Takes what is overdue by a timer and lends it to the caller: the timer is set to now, so nobody else takes it again
-- until it is overdue by as much once more.
-- KEYS  1 timer  2 clock  3 the ledger of repairs, where taking something is one
-- ARGV  1 how late counts as overdue, in ms  2 how many at most
-- Returns  the ids
local now = read_clock(KEYS[2])
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - tonumber(ARGV[1])), 'LIMIT', 0, ARGV[2])
for _, id in ipairs(ids) do redis.call('ZADD', KEYS[1], 'XX', string.format('%.0f', now), id) end
if KEYS[3] and #ids > 0 then
  redis.call('ZADD', KEYS[3], string.format('%.0f', now), string.format('%.0f:%d', now, #ids))
  redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1001)
end
return ids
