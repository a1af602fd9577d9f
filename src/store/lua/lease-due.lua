-- Leases what is due by the timers of one partition to the caller, with what judging it needs, as of one moment.
-- The lease moves the timers a little ahead, to half a millisecond: nobody else writes such a time, so it is the mark of
-- this lease. Nobody else takes what is leased until that time comes.
-- KEYS  1 timer  2 seen  3 clock  4 blind
-- ARGV  1 how late it must be at least, in ms  2 how many at most  3 for how long, in ms  4 what the key of an instance
--       begins with; it has the tag of KEYS, so it lives where they do  5… the fields of an instance; none: only its
--       revision, which costs half as much and says whether the caller knows the fields
-- Returns  now, tick, the mark, the ids, the last signs of life, the fields' values or the revision of each, the blind
--          gaps ('from:to') that ended after the oldest of these signs
local now, tick = read_clock(KEYS[3])
local stamp = string.format('%.0f', now)
tick = tick and string.format('%.0f', tick) or false
local latest = string.format('%.0f', now - tonumber(ARGV[1]))
local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', latest, 'LIMIT', 0, ARGV[2])
if #ids == 0 then return { stamp, tick, false, ids, {}, {}, {} } end
local mark = string.format('%.1f', now + tonumber(ARGV[3]) + 0.5)
local marks, values = { KEYS[1], 'XX' }, {}
local instance, wants_fields = ARGV[4], ARGV[5] ~= nil
for i, id in ipairs(ids) do
  marks[2 * i + 1], marks[2 * i + 2] = mark, id
  if wants_fields then
    values[i] = redis.call('HMGET', instance .. id, unpack(ARGV, 5))
  else
    values[i] = redis.call('HGET', instance .. id, 'revision')
  end
end
redis.call('ZADD', unpack(marks))
local seen = redis.call('ZMSCORE', KEYS[2], unpack(ids))
local oldest = math.huge
for i = 1, #ids do oldest = math.min(oldest, tonumber(seen[i] or '') or oldest) end
local gaps = {}
if oldest < math.huge then
  gaps = redis.call('ZRANGEBYSCORE', KEYS[4], '(' .. string.format('%.0f', oldest), '+inf')
end
return { stamp, tick, mark, ids, seen, values, gaps }
