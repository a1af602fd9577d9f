-- All that one roll-up needs of a service, as of one moment.
-- KEYS  1 service  2 clock  3 blind  4 history
-- ARGV  1 since when blind gaps matter to the caller, in ms; '' not at all. The service may need older ones
--       2 what the key of an incident begins with; it has the tag of KEYS, so it lives where they do
-- Returns  now, tick, field and value in turn, the blind gaps ('from:to') that ended after that, the open incident or
--          false, the newest entry of its history or false, and how many there are
local now, tick = read_clock(KEYS[2])
local since = tonumber(ARGV[1]) or math.huge
for _, ms in ipairs(redis.call('HMGET', KEYS[1], 'gapsSinceMs', 'shortSinceMs')) do
  since = math.min(since, tonumber(ms or '') or math.huge)
end
local gaps = {}
if since < math.huge then gaps = redis.call('ZRANGEBYSCORE', KEYS[3], string.format('(%.0f', since), '+inf') end
local open = redis.call('HGET', KEYS[1], 'openIncidentId')
local incident = open and open ~= '' and redis.call('GET', ARGV[2] .. open)
return { string.format('%.0f', now), tick and string.format('%.0f', tick) or false, redis.call('HGETALL', KEYS[1]), gaps,
  incident or false, redis.call('LINDEX', KEYS[4], -1), redis.call('LLEN', KEYS[4]) }
