-- The last heartbeat of a service's instances.
-- KEYS  1 its instances  2 seen
-- ARGV  1 how many of them are asked, the latest newcomers first
--       2 what the key of an instance begins with; it has the tag of KEYS, so it lives where they do
--       3 the moment from which one looks back, '' for now: what was heard after it does not count
-- Returns  how many were asked, the last heartbeat or false, 1 when one of them was silent from that moment on because
--          it registered then
local upto = tonumber(ARGV[3]) or math.huge
local latest, registered = false, 0
local ids = redis.call('ZREVRANGE', KEYS[1], 0, ARGV[1] - 1)
if #ids == 0 then return { 0, latest, registered } end
for i, seen in ipairs(redis.call('ZMSCORE', KEYS[2], unpack(ids))) do
  seen = tonumber(seen or '')
  -- Nobody beat after his last sign of life: most need not be asked.
  if not seen or not latest or seen > latest or seen == upto then
    local of = redis.call('HMGET', ARGV[2] .. ids[i], 'registeredAtMs', 'previousBeatAtMs', 'judgedSilenceMs')
    local since, previous = tonumber(of[1] or ''), tonumber(of[2] or '')
    -- Who left is seen no more; what it was judged by last stays.
    seen = seen or tonumber(of[3] or '')
    if since and seen then
      -- A registration leaves its stamp one millisecond early.
      local beat = seen >= since and seen or previous
      if seen < since and seen == upto or since - 1 == upto then registered = 1 end
      if beat and beat > upto then beat = previous end
      if beat and beat <= upto and (not latest or beat > latest) then latest = beat end
    end
  end
end
return { #ids, latest and string.format('%.0f', latest), registered }
