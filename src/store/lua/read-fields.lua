-- The same fields of some instances.
-- KEYS  1 any key of their partition
-- ARGV  1 what the key of an instance begins with; it has the tag of KEYS, so it lives where they do  2 how many: n
--       then n ids, then the fields
-- Returns  for each the fields' values
local n = tonumber(ARGV[2])
local values = {}
for i = 1, n do values[i] = redis.call('HMGET', ARGV[1] .. ARGV[2 + i], unpack(ARGV, 3 + n)) end
return values
