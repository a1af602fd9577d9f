-- A session, and how long it lasts if it is not used.
-- KEYS  1 session
-- Returns  its text, the milliseconds that are left, now; nil: there is none
local text = redis.call('GET', KEYS[1])
if not text then return false end
local time = redis.call('TIME')
return { text, redis.call('PTTL', KEYS[1]), time[1] * 1000 + math.floor(time[2] / 1000) }
