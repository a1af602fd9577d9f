import { setTimeout as wait } from 'node:timers/promises';
import { Pool } from 'undici';

/**
 * A fleet that beats over HTTP and knows the truth, in a process of its own. Arguments: urls, instances, instances a
 * service, interval in ms, metadata. It takes messages `{silence: number[]}`, `{revive: number[]}` and `{report: true}` over IPC.
 */
const [urls = '', count = '0', perService = '1', interval = '1000', metadata = ''] = process.argv.slice(2);
const intervalMs = Number(interval);
const key = process.env['BENCH_KEY'] ?? '';
const pools = urls.split(',').map((url) => new Pool(url, { connections: 32, pipelining: 1 }));
const headers = { 'content-type': 'application/json', 'x-api-key': key };

interface Member {
  instanceId: string;
  serviceId: string;
  isSilent: boolean;
  /** The monitor's own time of the last heartbeat that it took. */
  lastBeatAtMs: number;
}

const fleet: Member[] = [];
const tally = { sent: 0, failed: 0 };

async function post(
  path: string,
  body: string,
  turn: number,
): Promise<{ status: number; reply: Record<string, string> }> {
  const pool = pools[turn % pools.length] as Pool;
  const { statusCode, body: answer } = await pool.request({ method: 'POST', path, headers, body });
  return { status: statusCode, reply: (await answer.json()) as Record<string, string> };
}

async function register(n: number): Promise<void> {
  const body = {
    serviceName: `service-${Math.floor(n / Number(perService))}`,
    environment: 'bench',
    hostname: `host-${n}`,
    port: 8080,
    heartbeatIntervalSeconds: intervalMs / 1000,
  };
  const { status, reply } = await post('/api/services/register', JSON.stringify(body), n);
  if (status !== 200) throw new Error(`registration answered ${status}`);
  fleet[n] = {
    instanceId: reply['instanceId'] ?? '',
    serviceId: reply['serviceId'] ?? '',
    isSilent: false,
    lastBeatAtMs: 0,
  };
}

async function beat(member: Member, turn: number): Promise<void> {
  const extra = metadata === '' ? '' : `,"metadata":${metadata}`;
  tally.sent++;
  try {
    const { status, reply } = await post(
      '/api/services/heartbeat',
      `{"instanceId":"${member.instanceId}"${extra}}`,
      turn,
    );
    if (status !== 200) tally.failed++;
    else member.lastBeatAtMs = Math.max(member.lastBeatAtMs, Date.parse(reply['timestamp'] ?? ''));
  } catch {
    tally.failed++;
  }
}

/** Spreads the fleet over the interval; what is due since the last turn is sent. */
async function beatForEver(): Promise<never> {
  const startMs = performance.now();
  let done = 0;
  for (;;) {
    const due = Math.floor(((performance.now() - startMs) / intervalMs) * fleet.length);
    for (; done < due; done++) {
      const member = fleet[done % fleet.length];
      if (member !== undefined && !member.isSilent) void beat(member, done);
    }
    await wait(5);
  }
}

process.on('message', (message: { silence?: number[]; revive?: number[]; report?: boolean }) => {
  for (const n of message.silence ?? []) if (fleet[n]) fleet[n].isSilent = true;
  for (const n of message.revive ?? []) if (fleet[n]) fleet[n].isSilent = false;
  if (message.report) process.send?.({ fleet, tally });
});

const atOnce = 48;
for (let from = 0; from < Number(count); from += atOnce) {
  await Promise.all(
    Array.from({ length: Math.min(atOnce, Number(count) - from) }, (_, i) => register(from + i)),
  );
}
process.stdout.write('ready fleet\n');
await beatForEver();
