import { setTimeout as wait } from 'node:timers/promises';
import { FleetMember } from './fleet-member.ts';
import type { FleetOptions, FleetReport } from './start-fleet.ts';

/**
 * A fleet that beats as the SDKs do and writes down every attempt, in a process of its own. Its options are its only
 * argument; over IPC it takes `{silence: number[]}`, `{revive: number[]}` and `{report: true}`, and answers each.
 */
const options = JSON.parse(process.argv[2] ?? '{}') as FleetOptions;
const members = Array.from({ length: options.instances }, (_, n) => new FleetMember(n, options));

type Order = { silence?: number[]; revive?: number[]; report?: true };

async function obey(order: Order): Promise<FleetReport | 'done'> {
  await Promise.all((order.silence ?? []).map(async (n) => members[n]?.silence()));
  for (const n of order.revive ?? []) members[n]?.revive();
  if (!order.report) return 'done';
  return { members: members.map((member) => member.truth()) };
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});

await Promise.all(members.map((member) => member.register()));
// Spread over the interval, or all at once for those faults that hide between two beats.
const phaseMs = (n: number) => (options.inStep ? 0 : (n / members.length) * options.intervalMs);
await Promise.all(members.map((member, n) => wait(phaseMs(n)).then(() => member.revive())));
process.stdout.write('ready fleet\n');
