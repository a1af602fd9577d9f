-- All that one roll-up needs of a service, as of one moment.
-- KEYS  1 service  2 clock  3 blind
-- ARGV  1 how far back blind gaps may matter, in ms; '' not at all, unless the service has been short of instances
-- Returns  now, tick, field and value in turn, the blind gaps ('from:to') that ended after that
local now, tick = read_clock(KEYS[2])
local since = tonumber(redis.call('HGET', KEYS[1], 'shortSinceMs') or '') or tonumber(ARGV[1])
local gaps = {}
if since then gaps = redis.call('ZRANGEBYSCORE', KEYS[3], string.format('(%.0f', since), '+inf') end
return { string.format('%.0f', now), tick and string.format('%.0f', tick) or false, redis.call('HGETALL', KEYS[1]), gaps }
