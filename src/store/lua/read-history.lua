-- What is kept of a service's past, as of one moment. It writes nothing.
-- KEYS  1 service  2 history  3 uptime  4 deploys  5 clock  6 history-due
-- ARGV  1 the id of the service
-- Returns  now, tick or '0', field and value of the service in turn, the entries, the counted days or false, the deploys,
--          the first day that must be counted again or false
local time = redis.call('TIME')
local clock = redis.call('HMGET', KEYS[5], 'tick', 'offset', 'latest')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + (tonumber(clock[2]) or 0)
now = math.max(now, tonumber(clock[1]) or 0, tonumber(clock[3]) or 0)
return { string.format('%.0f', now), clock[1] or '0', redis.call('HGETALL', KEYS[1]),
  redis.call('LRANGE', KEYS[2], 0, -1), redis.call('GET', KEYS[3]), redis.call('LRANGE', KEYS[4], 0, -1),
  redis.call('ZSCORE', KEYS[6], ARGV[1]) }
