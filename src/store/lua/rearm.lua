-- Sets the timers of instances that were leased together, each unless something happened since: somebody else set its
-- timer, which every commit and every wake-up does.
-- KEYS  1 timer  2 seen
-- ARGV  1 the mark of the lease  2 how many: n  then n ids, then n next checks, then the position of an instance and its
--       sign of life in turn, for those that a newer sign must not be slept through
-- Returns  the positions of those that were not set
local n = tonumber(ARGV[2])
local held = {}
-- Ids without scores: Redis writes a score as text, which costs more than to find it.
for _, id in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], ARGV[1], ARGV[1])) do held[id] = true end
for i = 3 + 2 * n, #ARGV, 2 do
  local id = ARGV[2 + tonumber(ARGV[i])]
  if redis.call('ZSCORE', KEYS[2], id) ~= ARGV[i + 1] then held[id] = nil end
end
local set, stale = { KEYS[1] }, {}
for i = 1, n do
  local id = ARGV[2 + i]
  if held[id] then
    set[#set + 1] = ARGV[2 + n + i]
    set[#set + 1] = id
  else
    stale[#stale + 1] = i
  end
end
if #set > 1 then redis.call('ZADD', unpack(set)) end
return stale
