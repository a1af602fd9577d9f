-- Whether anything is due by any of these timers: one question instead of one for each while nothing happens.
-- KEYS  1 clock  2… timers
-- Returns  1 or 0
local now = string.format('%.0f', read_clock(KEYS[1]))
for i = 2, #KEYS do
  if #redis.call('ZRANGEBYSCORE', KEYS[i], '-inf', now, 'LIMIT', 0, 1) > 0 then return 1 end
end
return 0
