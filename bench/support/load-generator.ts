import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';

/**
 * Heartbeats as fast as they are answered, from a process of its own: not a fleet, which obeys, but a load that asks
 * how much is possible, with as little work of its own as can be.
 * Arguments: urls, connections, seconds, a file of instance ids.
 */
const [urls = '', connections = '64', seconds = '5', idsFile = '', metadata = ''] = process.argv.slice(2);
const ids = readFileSync(idsFile, 'utf8').trim().split('\n');
let turn = 0;
process.stdout.write('ready load\n');

const runs = urls.split(',').map((url, _, all) =>
  autocannon({
    url: `${url}/api/services/heartbeat`,
    method: 'POST',
    connections: Math.ceil(Number(connections) / all.length),
    duration: Number(seconds),
    headers: { 'content-type': 'application/json', 'x-api-key': process.env['BENCH_KEY'] ?? '' },
    requests: [
      {
        setupRequest(request) {
          const instanceId = ids[turn++ % ids.length] ?? '';
          const body =
            metadata === ''
              ? `{"instanceId":"${instanceId}"}`
              : `{"instanceId":"${instanceId}","metadata":${metadata}}`;
          return { ...request, body };
        },
      },
    ],
  }),
);
const results = await Promise.all(runs);
const sum = (pick: (result: autocannon.Result) => number) =>
  results.reduce((total, result) => total + pick(result), 0);
process.stdout.write(
  `${JSON.stringify({
    perSecond: sum((result) => result.requests.total / result.duration),
    total: sum((result) => result['2xx']),
    failed: sum((result) => result.non2xx + result.errors + result.timeouts),
    p50: Math.max(...results.map((result) => result.latency.p50)),
    p99: Math.max(...results.map((result) => result.latency.p99)),
  })}\n`,
);
