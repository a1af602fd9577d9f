-- The monitor's clock in milliseconds: Redis TIME plus an offset that grows when the server's clock is set back, so
-- that it never goes back. `latest` is what it said last, or up to 100 ms less: most reads write nothing.
-- Prepended to every script that needs the time; returns now and the newest ingest tick, or nil.
local function read_clock(clock_key)
  local time = redis.call('TIME')
  local clock = redis.call('HMGET', clock_key, 'tick', 'offset', 'latest')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000) + (tonumber(clock[2]) or 0)
  local tick = tonumber(clock[1])
  local latest = math.max(tick or 0, tonumber(clock[3]) or 0)
  if now < latest then
    redis.call('HINCRBY', clock_key, 'offset', latest - now)
    now = latest
  elseif now - latest >= 100 then
    redis.call('HSET', clock_key, 'latest', string.format('%.0f', now))
  end
  return now, tick
end
