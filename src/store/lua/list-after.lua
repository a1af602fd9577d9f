-- A stretch of a sorted set behind a place in it, however many members have the same score.
-- KEYS  1 the sorted set
-- ARGV  1 'up' or 'down'  2 the score and 3 the member of the place; nobody need stand there any more  4 how many
-- Returns  member, score, member, score …
local down = ARGV[1] == 'down'
local range = down and 'ZREVRANGE' or 'ZRANGE'
local function passed(open)
  local limit = open .. ARGV[2]
  return down and redis.call('ZCOUNT', KEYS[1], limit, '+inf') or redis.call('ZCOUNT', KEYS[1], '-inf', limit)
end
-- Among those of the place's score, by halves.
local first, last = passed('('), passed('')
while first < last do
  local middle = math.floor((first + last) / 2)
  local member = redis.call(range, KEYS[1], middle, middle)[1]
  local isBehind
  if down then isBehind = member < ARGV[3] else isBehind = member > ARGV[3] end
  if isBehind then last = middle else first = middle + 1 end
end
return redis.call(range, KEYS[1], first, first + ARGV[4] - 1, 'WITHSCORES')
