-- Whether anything is due by any of these timers: one question instead of one for each while nothing happens.
-- KEYS  1 clock  2… timers
-- Returns  'due', 'later', or 'none' when there is no timer

-- With no timer at all, as at rest, there is no need for the time.
if redis.call('EXISTS', unpack(KEYS, 2)) == 0 then return 'none' end
local now = string.format('%.0f', read_clock(KEYS[1]))
for i = 2, #KEYS do
  if #redis.call('ZRANGEBYSCORE', KEYS[i], '-inf', now, 'LIMIT', 0, 1) > 0 then return 'due' end
end
return 'later'
