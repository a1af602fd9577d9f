-- Newcomers of a service, in the order in which they registered.
-- KEYS  1 its instances
-- ARGV  1 the moment after which they registered  2 how many at most, of these and of those before them
--       3 what the key of an instance begins with; it has the tag of KEYS, so it lives where they do
--       4 an earlier moment: of those that registered between the two the latest are found, as described
-- Returns  for each: instance id, when it registered, its status, how it is described, or false if it registered
--          after the first moment; who is gone meanwhile is left out
local found = {}
local function add(id, registered, ...)
  local values = redis.call('HMGET', ARGV[3] .. id, 'status', ...)
  if values[1] then found[#found + 1] = { id, registered, values[1], values[2] or false } end
end
if tonumber(ARGV[4]) < tonumber(ARGV[1]) then
  local ahead = redis.call(
    'ZREVRANGEBYSCORE', KEYS[1], ARGV[1], '(' .. ARGV[4], 'WITHSCORES', 'LIMIT', 0, ARGV[2]
  )
  for i = #ahead - 1, 1, -2 do add(ahead[i], ahead[i + 1], 'description') end
end
local newcomers = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
for i = 1, #newcomers, 2 do add(newcomers[i], newcomers[i + 1]) end
return found
