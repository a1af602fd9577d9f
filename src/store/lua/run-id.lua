-- Which life of which server this is: it changes with every restart and every failover, and with these writes may be lost.
-- KEYS  1 any key of the partition
-- Returns  the run id
return string.match(redis.call('INFO', 'server'), 'run_id:(%w+)')
