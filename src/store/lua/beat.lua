-- Heartbeats of one partition in one call, and the ingest tick.
-- It stamps what arrived, notes a gap in which nothing could arrive, and names the instances to wake. A heartbeat has
-- no command of its own: all are stamped, looked up and stored together, and who is unknown is asked only when one is.
-- KEYS  1 seen  2 timer  3 wake  4 clock  5 blind  6 statuses  7 last heartbeats  8 changes
-- ARGV  1 blindAfterMs  2 when the tick was sent that comes with them, '' when none does  3 how many heartbeats: n
--       then n instance ids, then the n services of these, then instance id and metadata as JSON in turn, for those that
--       brought some
-- Returns  now, length of a newly found gap or 0, the n service statuses, the positions of unknown instances, the
--          positions of instances to wake: their timers are due from now on, and no other heartbeat wakes them, and
--          the newest change of an instance, or what stands for the beginning: a Redis that came back empty has another
local now, tick = read_clock(KEYS[4])
local gap = 0
if tick and now - tick > tonumber(ARGV[1]) then
  gap = now - tick
  redis.call('ZADD', KEYS[5], now, string.format('%.0f:%.0f', tick, now))
end
local stamp = string.format('%.0f', now)
if gap > 0 or not tick then
  redis.call('HSET', KEYS[4], 'tick', stamp)
elseif ARGV[2] ~= '' and tonumber(ARGV[2]) > tick then
  -- Whatever was sent later may still be on its way.
  redis.call('HSET', KEYS[4], 'tick', ARGV[2])
end
local change = redis.call('XREVRANGE', KEYS[8], '+', '-', 'COUNT', 1)[1]
change = change and change[1] or redis.call('XADD', KEYS[8], '*', 'instanceId', '')
local n = tonumber(ARGV[3])
if n == 0 then return { stamp, gap, {}, {}, {}, change } end

local stamps = { KEYS[1], 'XX', 'CH' }
for i = 1, n do
  stamps[2 * i + 2] = stamp
  stamps[2 * i + 3] = ARGV[3 + i]
end
local stamped = redis.call('ZADD', unpack(stamps))
local isUnknown, unknown = {}, {}
-- Fewer were stamped: somebody is unknown, or beat twice within this millisecond.
if stamped < n then
  local known = redis.call('ZMSCORE', KEYS[1], unpack(ARGV, 4, 3 + n))
  for i = 1, n do
    if not known[i] then
      unknown[#unknown + 1] = i
      isUnknown[ARGV[3 + i]] = true
    end
  end
end

local waking = {}
if redis.call('SCARD', KEYS[3]) > 0 then
  local woken = redis.call('SMISMEMBER', KEYS[3], unpack(ARGV, 4, 3 + n))
  for i = 1, n do
    if woken[i] == 1 and redis.call('SREM', KEYS[3], ARGV[3 + i]) == 1 then
      waking[#waking + 1] = i
      redis.call('ZADD', KEYS[2], 'XX', stamp, ARGV[3 + i])
    end
  end
end

local first = 4 + 2 * n
if #unknown == 0 then
  if ARGV[first] then redis.call('HSET', KEYS[7], unpack(ARGV, first)) end
else
  for i = first, #ARGV, 2 do
    if not isUnknown[ARGV[i]] then redis.call('HSET', KEYS[7], ARGV[i], ARGV[i + 1]) end
  end
end
local statuses = redis.call('HMGET', KEYS[6], unpack(ARGV, 4 + n, 3 + 2 * n))
return { stamp, gap, statuses, unknown, waking, change }
