import type { Overdue } from '../../actors/ports/monitor-health.ts';
import { formatDuration } from '../../domain/duration.ts';
import type { MaintenanceWindow } from '../../domain/maintenance/maintenance-window.ts';
import type { MonitorFacts } from '../../store/monitor/examine-monitor.ts';
import { migrationsFor } from '../../store/schema/migrate-schema.ts';
import type { Migration } from '../../store/schema/migrations/migration.ts';
import type { Finding } from './finding.ts';
import { judgeAside } from './judge-aside.ts';
import { judgeImpairment } from './judge-impairment.ts';
import { judgeKeys } from './judge-keys.ts';
import { judgeMaintenance } from './judge-maintenance.ts';
import { judgeNodes } from './judge-nodes.ts';

/** What this program was told, to hold what is stored against. */
export interface Expected {
  partitions: number;
  migrations: readonly Migration[];
  blindAfterMs: number;
  /** The key of the environment. */
  apiKey: string | null;
  /** Windows of monitor.yaml. */
  maintenance: readonly MaintenanceWindow[];
}

/** More blind time a day than this is worth a look. */
const blindAllowanceMs = 60_000;
const overdueAllowanceMs = 5_000;

/** What is to be said of the monitor by what it left in Redis. */
export function judgeMonitor(facts: MonitorFacts, expected: Expected): Finding[] {
  if (facts.isRestoring) {
    const advice = 'Empty this Redis and restore again; no monitor starts on an unfinished restore.';
    return [{ what: 'Data', level: 'act', found: 'an unfinished restore', advice }];
  }
  if (facts.partitions === null) {
    return [
      {
        what: 'Data',
        level: 'look',
        found: 'none: no monitor has used this Redis yet',
        advice: 'Start one.',
      },
    ];
  }
  return [
    partitionsOf(facts.partitions, expected),
    schemaOf(facts, expected),
    ...judgeKeys(facts, expected.apiKey),
    judgeImpairment(facts.impairment),
    tickOf(facts, expected),
    blindOf(facts),
    overdueOf('Checks', facts.checks, 'Start a worker, or more of them.'),
    overdueOf('Deliveries', facts.deliveries, 'Read the log of the workers, and test the channels.'),
    ...facts.groups.map(groupOf),
    ...judgeAside(facts.aside),
    ...judgeMaintenance([...expected.maintenance, ...facts.maintenance], facts.nowMs),
    ...judgeNodes(facts.nodes),
  ];
}

function partitionsOf(stored: number, { partitions }: Expected): Finding {
  const what = 'Partitions';
  if (stored === partitions) return { what, level: 'ok', found: String(stored), advice: null };
  const found = `${stored} in Redis, but ${partitions} in the settings here`;
  return { what, level: 'act', found, advice: `Set MONITOR_PARTITIONS to ${stored}.` };
}

function schemaOf({ schemaVersion }: MonitorFacts, { migrations }: Expected): Finding {
  const what = 'Schema version';
  const newest = migrations.at(-1)?.version ?? 0;
  const found = `${schemaVersion}, and this program has ${newest}`;
  if (schemaVersion > newest)
    return { what, level: 'act', found, advice: 'Use the newer program everywhere.' };
  if (migrationsFor(schemaVersion, migrations).length === 0)
    return { what, level: 'ok', found: String(schemaVersion), advice: null };
  return { what, level: 'look', found, advice: 'The next start of this program migrates it.' };
}

function tickOf({ tickAgeMs }: MonitorFacts, { blindAfterMs }: Expected): Finding {
  const what = 'Ingest';
  const advice = 'Start an API node, or find out why none reaches Redis: until then no silence counts.';
  if (tickAgeMs === null) return { what, level: 'act', found: 'has never received a tick', advice };
  const found = `last tick ${formatDuration(tickAgeMs)} ago`;
  if (tickAgeMs <= Math.max(blindAfterMs, 1_000)) return { what, level: 'ok', found, advice: null };
  return { what, level: 'act', found, advice };
}

function blindOf({ blindMs, blindGaps }: MonitorFacts): Finding {
  const what = 'Blind time, last day';
  if (blindGaps === 0) return { what, level: 'ok', found: 'none', advice: null };
  const found = `${formatDuration(blindMs)} in ${blindGaps} ${blindGaps === 1 ? 'gap' : 'gaps'}`;
  if (blindMs <= blindAllowanceMs) return { what, level: 'ok', found, advice: null };
  const advice =
    'Run two API nodes, and find out what stopped them: in that time no heartbeat could be received.';
  return { what, level: 'look', found, advice };
}

function overdueOf(what: string, { count, oldestMs }: Overdue, advice: string): Finding {
  if (count === 0) return { what, level: 'ok', found: 'none is overdue', advice: null };
  const found = `${count} due, the oldest for ${formatDuration(oldestMs)}`;
  if (oldestMs <= overdueAllowanceMs) return { what, level: 'ok', found, advice: null };
  return { what, level: 'act', found, advice };
}

function groupOf({ name, unfinished, waiting }: MonitorFacts['groups'][number]): Finding {
  const found = `${waiting} waiting, ${unfinished} in progress`;
  const isLate = waiting > 10_000;
  const advice = isLate ? 'Start more workers: events arrive faster than they are handled.' : null;
  return { what: `Events for ${name}`, level: isLate ? 'act' : 'ok', found, advice };
}
