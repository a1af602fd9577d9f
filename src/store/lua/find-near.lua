-- The instances of one partition that are on some hosts or nodes: one step of a walk over all.
-- KEYS  1 seen
-- ARGV  1 where the walk goes on, 0 at its start  2 how many are looked at  3 what the key of an instance begins with; it
--       has the tag of KEYS, so it lives where they do  4 how many hosts and nodes: n  then n names, then the fields of an
--       instance
-- Returns  where it goes on, 0 at its end, and for each that was found: id, last sign of life, the fields' values. What
--          else says such a name is among them: the caller reads the description, of which here only names are looked for
local n = tonumber(ARGV[4])
local near = {}
for i = 5, 4 + n do near[ARGV[i]] = true end
-- Patterns would cost several times as much as these searches for fixed texts.
local function is_near(description)
  for _, label in ipairs({ '"host":"', '"node":"' }) do
    local _, last = string.find(description, label, 1, true)
    while last do
      local stop = string.find(description, '"', last + 1, true) or #description
      if near[string.sub(description, last + 1, stop - 1)] then return true end
      _, last = string.find(description, label, stop, true)
    end
  end
  return false
end
local scanned = redis.call('ZSCAN', KEYS[1], ARGV[1], 'COUNT', ARGV[2])
local found = {}
for i = 1, #scanned[2], 2 do
  local key = ARGV[3] .. scanned[2][i]
  local description = redis.call('HGET', key, 'description')
  if description and is_near(description) then
    found[#found + 1] = { scanned[2][i], scanned[2][i + 1], redis.call('HMGET', key, unpack(ARGV, 5 + n)) }
  end
end
return { scanned[1], found }
