// What the SDK costs: `npm run build && npm run measure`. Prints a line per figure.
import { fork } from 'node:child_process';
import { channel } from 'node:diagnostics_channel';
import { EventEmitter, once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { addMonitor } from '../dist/esm/index.js';

let answering;
const port = await answeringPort();

const rounds = 1_000_000;
const starts = channel('http.server.request.start');

/** A request as Node publishes it, and its end. */
function oneRequest() {
  const response = new EventEmitter();
  starts.publish({ request: {}, response });
  response.emit('close');
}

function nsPerRequest() {
  const startedAt = process.hrtime.bigint();
  for (let round = 0; round < rounds; round += 1) oneRequest();
  return Number(process.hrtime.bigint() - startedAt) / rounds;
}

nsPerRequest();
const without = Math.min(nsPerRequest(), nsPerRequest(), nsPerRequest());
const heapBefore = process.memoryUsage().heapUsed;
const rssBefore = process.memoryUsage.rss();
const monitor = addMonitor({
  baseUrl: `http://127.0.0.1:${port}`,
  apiKey: `smk_testtest_${'x'.repeat(43)}`,
  serviceName: 'measured',
  heartbeatIntervalMs: 100,
  timeouts: { listenMs: 0 },
});
nsPerRequest();
const withSdk = Math.min(nsPerRequest(), nsPerRequest(), nsPerRequest());

const heartbeats = 200;
await beatsReach(50);
const beatsBefore = monitor.status().heartbeats;
const cpuBefore = process.cpuUsage();
await beatsReach(beatsBefore + heartbeats);
const { user, system } = process.cpuUsage(cpuBefore);
const beats = monitor.status().heartbeats;
answering.send('size');
const [size] = await once(answering, 'message');

console.log(`node ${process.versions.node}`);
console.log(`tracked request: ${Math.round(withSdk - without)} ns (${Math.round(without)} ns without)`);
console.log(`heartbeat on the wire: ${size.all} bytes, ${size.body} of them the body`);
console.log(`heartbeat: ${Math.round((user + system) / (beats - beatsBefore))} µs of CPU`);
console.log(
  `memory after ${beats} heartbeats: heap ${kib(process.memoryUsage().heapUsed - heapBefore)}, ` +
    `rss ${kib(process.memoryUsage.rss() - rssBefore)}`,
);
await monitor.stop({ timeoutMs: 500 });
answering.kill();

/** A monitor in a process of its own, so that its work is not counted. */
async function answeringPort() {
  answering = fork(fileURLToPath(new URL('./answering-monitor.mjs', import.meta.url)));
  const [message] = await once(answering, 'message');
  return message.port;
}

async function beatsReach(count) {
  while (monitor.status().heartbeats < count) await new Promise((resolve) => setTimeout(resolve, 1_000));
}

function kib(bytes) {
  return `${bytes >= 0 ? '+' : ''}${Math.round(bytes / 1024)} KiB`;
}
