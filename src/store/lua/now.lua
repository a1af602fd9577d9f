-- The monitor's clock in milliseconds: Redis TIME plus an offset that only grows, so that it never goes back.
-- Prepended to every script that needs the time.
local function read_clock(clock_key)
  local time = redis.call('TIME')
  local clock = redis.call('HMGET', clock_key, 'tick', 'offset')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + (tonumber(clock[2]) or 0)
  local tick = tonumber(clock[1])
  if tick and now < tick then return tick, tick, tick - now end
  return now, tick, 0
end
