-- A service as it is shown.
-- KEYS  1 service  2 its instances  3 seen
-- ARGV  1 how many of its instances are asked when they were heard, the latest newcomers first
-- Returns  the fields of the service, how many were asked, the last sign of life among them
local latest = false
local ids = redis.call('ZREVRANGE', KEYS[2], 0, ARGV[1] - 1)
if #ids > 0 then
  for _, seen in ipairs(redis.call('ZMSCORE', KEYS[3], unpack(ids))) do
    if seen and (not latest or tonumber(seen) > tonumber(latest)) then latest = seen end
  end
end
return { redis.call('HGETALL', KEYS[1]), #ids, latest }
