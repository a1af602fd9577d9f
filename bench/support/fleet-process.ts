import { Doors } from '../../src/simulator/fleet/doors.ts';
import { PretendedInstance } from '../../src/simulator/fleet/pretended-instance.ts';
import { registerAll } from '../../src/simulator/fleet/register-all.ts';
import type { Beat, FleetOptions, FleetReport, MemberTruth } from './start-fleet.ts';

/**
 * A fleet that beats as the SDKs do and knows the truth, in a process of its own. Its options are its only argument;
 * over IPC it takes `{silence: number[]}`, `{revive: number[]}` and `{report: true}`, and answers each.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as FleetOptions;
const { intervalMs, perService, environment, doors: allUrls, apiKey, connections, timeoutMs } = options;
const doors = new Doors({ apiKey, timeoutMs, ...(connections === undefined ? {} : { connections }) });
const tally = { sent: 0, failed: 0 };

interface Member {
  serviceName: string;
  life: PretendedInstance;
  attempts: Beat[];
}

function memberOf(n: number): Member {
  const service = Math.floor(n / perService);
  const serviceName = `service-${service}`;
  const attempts: Beat[] = [];
  const life = new PretendedInstance({
    ...{ doors, intervalMs },
    urls: allUrls[service % allUrls.length] ?? [],
    firstUrl: n,
    registration: () => ({
      ...{ serviceName, environment, hostname: `host-${n}`, port: 8080 },
      heartbeatIntervalSeconds: intervalMs / 1000,
    }),
    metadata: () => options.metadata && { timestamp: new Date().toISOString(), ...options.metadata },
    ...(options.retries === undefined ? {} : { retries: options.retries }),
    ...(options.isExact ? { random: () => 1 } : {}),
    onAttempt({ to, sentAtMs, tookMs, status, receivedAtMs }) {
      if (to === 'register') return;
      tally.sent++;
      if (status !== 200) tally.failed++;
      if (options.keepsAttempts) attempts.push({ sentAtMs, tookMs, status, receivedAtMs });
    },
  });
  return { serviceName, life, attempts };
}

function truthOf({ serviceName, life, attempts }: Member, n: number): MemberTruth {
  const { serviceId, instanceId, lastBeatAtMs } = life;
  return {
    ...{ n, serviceName, serviceId: serviceId ?? '', instanceId: instanceId ?? '' },
    ...{ isSilent: !life.isAlive, lastBeatAtMs, attempts },
  };
}

const members = Array.from({ length: options.instances }, (_, n) => memberOf(n));

type Order = { silence?: number[]; revive?: number[]; report?: true };

async function obey(order: Order): Promise<FleetReport | 'done'> {
  await Promise.all((order.silence ?? []).map(async (n) => members[n]?.life.silence()));
  for (const n of order.revive ?? []) members[n]?.life.revive();
  return order.report ? { members: members.map(truthOf), tally } : 'done';
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});

const failure = await registerAll(
  members.map(({ life }) => life),
  { parallel: 48, timeoutMs: 60_000 },
);
if (failure)
  throw new Error(`a registration was answered ${failure.status}: ${JSON.stringify(failure.body)}`);
const phaseMs = (n: number) => (options.inStep ? 0 : (n / members.length) * intervalMs);
for (const [n, { life }] of members.entries()) {
  life.revive(phaseMs(n));
  if (!options.isNoisy) continue;
  for (const late of [0.7, 1.4]) {
    setTimeout(() => setInterval(() => life.sendCopy(), intervalMs), phaseMs(n) + late * intervalMs);
  }
}
process.stdout.write('ready fleet\n');
