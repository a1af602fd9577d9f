-- The one way to write what TypeScript decided: nothing is written unless every comparison still holds.
-- KEYS  every key that is touched
-- ARGV  1 JSON { compare: [[command…, expected reply]…], write: [[command…]…], clock }; a missing value compares as ''
--       Words are strings. With `clock` a number in `write` is NOW: so many ms after the monitor's clock of this commit.
--       Beside Redis commands there is EVENT stream service json: an XADD that adds the service's counts by status.
-- Returns  1 written, 0 stale
local plan = cjson.decode(ARGV[1])
for _, comparison in ipairs(plan.compare) do
  local expected = table.remove(comparison)
  local actual = redis.call(unpack(comparison))
  if tostring(actual or '') ~= expected then return 0 end
end
if plan.clock then
  local now = read_clock(plan.clock)
  for _, command in ipairs(plan.write) do
    for i, word in ipairs(command) do
      if type(word) == 'number' then command[i] = string.format('%.0f', now + word) end
    end
  end
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
