-- The monitor's clock.
-- KEYS  1 clock
-- Returns  now
local now = read_clock(KEYS[1])
return string.format('%.0f', now)
