-- What one partition knows of how the monitor does, as of one moment.
-- KEYS  1 clock  2 blind  3 repairs  4 channels  5 deliveries
-- ARGV  1 how far back, in ms  2 how many due deliveries at most
-- Returns  now, tick or nil, blind gaps ('from:to') and repairs ('at:count') of that time, the hash of channels in turn,
--          deliveries that are due
local now, tick = read_clock(KEYS[1])
local from = string.format('%.0f', now - tonumber(ARGV[1]))
return { string.format('%.0f', now), tick and string.format('%.0f', tick) or false,
  redis.call('ZRANGEBYSCORE', KEYS[2], from, '+inf'), redis.call('ZRANGEBYSCORE', KEYS[3], from, '+inf'),
  redis.call('HGETALL', KEYS[4]),
  redis.call('ZRANGEBYSCORE', KEYS[5], '-inf', string.format('%.0f', now), 'LIMIT', 0, ARGV[2]) }
