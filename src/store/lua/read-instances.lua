-- Some instances of a service, as they are shown.
-- KEYS  1 its instances  2 seen  3 last heartbeats
-- ARGV  1 how many at most  2 what the key of an instance begins with; it has the tag of KEYS, so it lives where they do
--       3… the fields of an instance
-- Returns  for each: its id, the fields' values, its last sign of life, the metadata of its last heartbeat
local found = {}
for i, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, ARGV[1] - 1)) do
  local fields = redis.call('HMGET', ARGV[2] .. id, unpack(ARGV, 3))
  found[i] = { id, fields, redis.call('ZSCORE', KEYS[2], id), redis.call('HGET', KEYS[3], id) }
end
return found
