-- All that one check needs, as of one moment.
-- KEYS  1 instance  2 seen  3 clock  4 blind  5 timer
-- ARGV  1 instance id  2… the fields of the instance
-- Returns  now, tick, last sign of life, the fields' values, the blind gaps ('from:to') that ended after that sign, timer
local now, tick = read_clock(KEYS[3])
local seen = redis.call('ZSCORE', KEYS[2], ARGV[1])
local fields = redis.call('HMGET', KEYS[1], unpack(ARGV, 2))
local gaps = {}
if seen then gaps = redis.call('ZRANGEBYSCORE', KEYS[4], '(' .. seen, '+inf') end
local timer = redis.call('ZSCORE', KEYS[5], ARGV[1])
return { string.format('%.0f', now), tick and string.format('%.0f', tick) or false, seen, fields, gaps, timer }
