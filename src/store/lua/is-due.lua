-- Whether anything is due by any of these timers: one question instead of one for each while nothing happens.
-- KEYS  1 clock  2… timers
-- Returns  1 or 0

-- With no timer at all, as at rest, there is no need for the time.
if redis.call('EXISTS', unpack(KEYS, 2)) == 0 then return 0 end
local now = string.format('%.0f', read_clock(KEYS[1]))
for i = 2, #KEYS do
  if #redis.call('ZRANGEBYSCORE', KEYS[i], '-inf', now, 'LIMIT', 0, 1) > 0 then return 1 end
end
return 0
