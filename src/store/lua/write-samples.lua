-- The metrics of some instances in one minute, each at the place of the minute in its string. The strings end by themselves.
-- KEYS  the strings
-- ARGV  1 the place  2 when they end, in ms from now  then what is written to each
-- Returns  how many were written
for i, key in ipairs(KEYS) do
  redis.call('SETRANGE', key, ARGV[1], ARGV[2 + i])
  redis.call('PEXPIRE', key, ARGV[2])
end
return #KEYS
