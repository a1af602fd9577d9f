-- The statuses of many instances at once.
-- KEYS  the instances
-- Returns  for each its status; '' where there is no such instance
local statuses = {}
for i, key in ipairs(KEYS) do statuses[i] = redis.call('HGET', key, 'status') or '' end
return statuses
