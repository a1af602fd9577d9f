-- Forgets who reads a stream no more: a worker that was killed does not unsubscribe. One that holds unfinished events
-- stays until another has taken them over.
-- KEYS  1 stream
-- ARGV  1 how long a consumer must not have asked, in ms
-- Returns  how many were forgotten
local forgotten = 0
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
for _, group in ipairs(redis.call('XINFO', 'GROUPS', KEYS[1])) do
  for _, consumer in ipairs(redis.call('XINFO', 'CONSUMERS', KEYS[1], group[2])) do
    local name, pending, idle = consumer[2], consumer[4], consumer[6]
    if pending == 0 and idle > tonumber(ARGV[1]) then
      redis.call('XGROUP', 'DELCONSUMER', KEYS[1], group[2], name)
      forgotten = forgotten + 1
    end
  end
end
return forgotten
