-- Heartbeats of one partition in one call; with none of them it is the ingest tick.
-- It stamps what arrived, notes a gap in which nothing could arrive, and names the instances to wake.
-- KEYS  1 seen  2 timer  3 wake  4 clock  5 blind  6 statuses  7… the hash of each instance
-- ARGV  1 blindAfterMs  2 '1' for a tick  3… for each instance: its id, its metadata as JSON or ''
-- Returns  now, length of a newly found gap or 0, then for each instance
--          service status ('' = unknown instance), expected interval in ms, generation to wake or ''
local now, tick, behind = read_clock(KEYS[4])
local gap = 0
if behind > 0 then redis.call('HINCRBY', KEYS[4], 'offset', behind) end
if tick and now - tick > tonumber(ARGV[1]) then
  gap = now - tick
  redis.call('ZADD', KEYS[5], now, string.format('%.0f:%.0f', tick, now))
end
if ARGV[2] == '1' or gap > 0 or not tick then
  redis.call('HSET', KEYS[4], 'tick', string.format('%.0f', now))
end
local reply = { string.format('%.0f', now), gap }
local count = #KEYS - 6
if count == 0 then return reply end

local ids = {}
for i = 1, count do ids[i] = ARGV[1 + 2 * i] end
local known = redis.call('ZMSCORE', KEYS[1], unpack(ids))
local timers = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local waking = redis.call('SMISMEMBER', KEYS[3], unpack(ids))
local stamps, stamp = {}, string.format('%.0f', now)
for i = 1, count do
  local at = 3 * i
  if not known[i] then
    reply[at], reply[at + 1], reply[at + 2] = '', '', ''
  else
    stamps[#stamps + 1] = stamp
    stamps[#stamps + 1] = ids[i]
    local instance, metadata = KEYS[6 + i], ARGV[2 + 2 * i]
    if metadata ~= '' then redis.call('HSET', instance, 'lastHeartbeat', metadata) end
    local facts = redis.call('HMGET', instance, 'serviceId', 'intervalMs')
    local generation = ''
    if waking[i] == 1 or not timers[i] then
      generation = redis.call('HINCRBY', instance, 'generation', 1)
      redis.call('ZADD', KEYS[2], stamp, ids[i])
      redis.call('SREM', KEYS[3], ids[i])
    end
    reply[at] = redis.call('HGET', KEYS[6], facts[1]) or 'Pending'
    reply[at + 1], reply[at + 2] = facts[2], generation
  end
end
if #stamps > 0 then redis.call('ZADD', KEYS[1], unpack(stamps)) end
return reply
