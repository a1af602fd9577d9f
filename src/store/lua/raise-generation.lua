-- Makes every check of an instance that was armed before a stale one; forgets the timer of an instance that is gone.
-- KEYS  1 instance  2 timer
-- ARGV  1 instance id
-- Returns  the new generation, or nil when there is no such instance
if redis.call('EXISTS', KEYS[1]) == 0 then
  redis.call('ZREM', KEYS[2], ARGV[1])
  return false
end
return redis.call('HINCRBY', KEYS[1], 'generation', 1)
