-- The one way to write what TypeScript decided: nothing is written unless every comparison still holds.
-- KEYS  every key that is touched
-- ARGV  1 JSON { compare: [[command…, expected reply]…], write: [[command…]…] }; a missing value compares as ''
--       Beside Redis commands there is EVENT stream service json: an XADD that adds the service's counts by status.
-- Returns  1 written, 0 stale
local plan = cjson.decode(ARGV[1])
for _, comparison in ipairs(plan.compare) do
  local expected = table.remove(comparison)
  local actual = redis.call(unpack(comparison))
  if tostring(actual or '') ~= expected then return 0 end
end
for _, command in ipairs(plan.write) do
  if command[1] == 'EVENT' then
    local counts = redis.call('HMGET', command[3], 'Pending', 'Healthy', 'Degraded', 'Down', 'Recovered')
    for i = 1, 5 do counts[i] = counts[i] or '0' end
    redis.call('XADD', command[2], '*', 'event', command[4], 'counts', table.concat(counts, ','))
  else
    redis.call(unpack(command))
  end
end
return 1
