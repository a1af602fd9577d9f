-- Notes in the ledger of repairs that the sweep found overdue work.
-- KEYS  1 the ledger  2 clock
-- ARGV  1 how much
-- Returns  nothing
local now = string.format('%.0f', (read_clock(KEYS[2])))
redis.call('ZADD', KEYS[1], now, now .. ':' .. ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1001)
