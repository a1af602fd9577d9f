-- Heartbeats of one partition in one call; with none of them it is the ingest tick.
-- It stamps what arrived, notes a gap in which nothing could arrive, and names the instances to wake.
-- A heartbeat alone costs no call of its own: all are looked up and stamped together. Only metadata, waking, and an
-- instance whose service the node does not know yet take more.
-- KEYS  1 seen  2 timer  3 wake  4 clock  5 blind  6 statuses  7… the hash of each instance
-- ARGV  1 blindAfterMs  2 '1' for a tick  3… for each instance: its id, its metadata as JSON or '', its service or ''
-- Returns  now, length of a newly found gap or 0, then for each instance
--          service status ('' = unknown instance), generation to wake or '', and where the service was not given
--          { service id, expected interval in ms }, else ''
local now, tick, behind = read_clock(KEYS[4])
local gap = 0
if behind > 0 then redis.call('HINCRBY', KEYS[4], 'offset', behind) end
if tick and now - tick > tonumber(ARGV[1]) then
  gap = now - tick
  redis.call('ZADD', KEYS[5], now, string.format('%.0f:%.0f', tick, now))
end
local stamp = string.format('%.0f', now)
if ARGV[2] == '1' or gap > 0 or not tick then redis.call('HSET', KEYS[4], 'tick', stamp) end
local reply = { stamp, gap }
local count = #KEYS - 6
if count == 0 then return reply end

local ids, services = {}, {}
for i = 1, count do
  ids[i] = ARGV[3 * i]
  services[i] = ARGV[3 * i + 2]
end
local known = redis.call('ZMSCORE', KEYS[1], unpack(ids))
local timers = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local waking = redis.call('SMISMEMBER', KEYS[3], unpack(ids))
local stamps, facts = {}, {}
for i = 1, count do
  if known[i] then
    stamps[#stamps + 1] = stamp
    stamps[#stamps + 1] = ids[i]
    if services[i] == '' then
      facts[i] = redis.call('HMGET', KEYS[6 + i], 'serviceId', 'intervalMs')
      services[i] = facts[i][1]
    end
  end
end
local statuses = redis.call('HMGET', KEYS[6], unpack(services))
for i = 1, count do
  local at = 3 * i
  if not known[i] then
    reply[at], reply[at + 1], reply[at + 2] = '', '', ''
  else
    local metadata, generation = ARGV[3 * i + 1], ''
    if metadata ~= '' then redis.call('HSET', KEYS[6 + i], 'lastHeartbeat', metadata) end
    if waking[i] == 1 or not timers[i] then
      generation = redis.call('HINCRBY', KEYS[6 + i], 'generation', 1)
      redis.call('ZADD', KEYS[2], stamp, ids[i])
      redis.call('SREM', KEYS[3], ids[i])
    end
    reply[at], reply[at + 1], reply[at + 2] = statuses[i] or 'Pending', generation, facts[i] or ''
  end
end
if #stamps > 0 then redis.call('ZADD', KEYS[1], unpack(stamps)) end
return reply
