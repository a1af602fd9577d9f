-- Newcomers of a service, in the order in which they registered.
-- KEYS  1 its instances
-- ARGV  1 the moment after which they registered  2 how many at most
--       3 what the key of an instance begins with; it has the tag of KEYS, so it lives where they do
-- Returns  instance id, when it registered, its status, and so on; who is gone meanwhile is left out
local found = {}
local newcomers = redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. ARGV[1], '+inf', 'WITHSCORES', 'LIMIT', 0, ARGV[2])
for i = 1, #newcomers, 2 do
  local status = redis.call('HGET', ARGV[3] .. newcomers[i], 'status')
  if status then
    found[#found + 1] = newcomers[i]
    found[#found + 1] = newcomers[i + 1]
    found[#found + 1] = status
  end
end
return found
