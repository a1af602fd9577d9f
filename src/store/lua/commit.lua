-- The one way to write what TypeScript decided: nothing is written unless every comparison still holds.
-- KEYS  every key that is touched
-- ARGV  1 JSON { compare: [[command…, expected reply]…], write: [[command…]…] }; a missing value compares as ''
-- Returns  1 written, 0 stale
local plan = cjson.decode(ARGV[1])
for _, comparison in ipairs(plan.compare) do
  local expected = table.remove(comparison)
  local actual = redis.call(unpack(comparison))
  if tostring(actual or '') ~= expected then return 0 end
end
for _, command in ipairs(plan.write) do redis.call(unpack(command)) end
return 1
