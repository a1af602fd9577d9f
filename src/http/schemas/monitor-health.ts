import { z } from 'zod';
import type { MonitorHealth } from '../../actors/ports/monitor-health.ts';
import { impairmentCauses } from '../../domain/impairment.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

const overdue = z.object({
  count: z.int(),
  oldestSeconds: z.number().meta({ description: 'How long the oldest of them has been due.' }),
});

/** How the monitor itself is. */
export const monitorHealthSchema = z
  .object({
    at: z.string().meta({ description: 'When this was read, by the clock of the monitor.' }),
    impairment: z
      .object({
        impairmentId: z.string(),
        since: z.string(),
        quietSince: z.string().nullable().meta({ description: 'Since when no cause is found any more.' }),
        reasons: z.array(
          z.object({
            cause: z.enum(impairmentCauses),
            detail: z.string(),
            active: z.boolean().meta({ description: 'Whether it is still found.' }),
          }),
        ),
      })
      .nullable()
      .meta({ description: 'What is wrong with the monitor; null: nothing.' }),
    ingest: z.object({
      lastTickSecondsAgo: z.number().nullable().meta({
        description:
          'How long ago the monitor last received its own heartbeat, where that is longest; null: never.',
      }),
      blindSecondsLastDay: z.number().meta({ description: 'In which no heartbeat could be received.' }),
      blindGapsLastDay: z.int(),
    }),
    checks: overdue.meta({ description: 'Instances whose check is due and not done.' }),
    deliveries: overdue.meta({ description: 'Messages that are due and not sent.' }),
    events: z
      .array(z.object({ name: z.string(), waiting: z.int(), inProgress: z.int() }))
      .meta({ description: 'Events that are not handled yet, by who handles them.' }),
    setAside: z
      .int()
      .meta({ description: 'Events, instances, services and messages that failed repeatedly.' }),
    partitions: z.int(),
    nodes: z.array(
      z.object({
        name: z.string(),
        version: z.string(),
        worker: z.boolean(),
        since: z.string().meta({ description: 'Since when it has its settings.' }),
        clockAheadSeconds: z
          .number()
          .nullable()
          .meta({ description: 'How far its clock is ahead of that of Redis, at least.' }),
        fileErrors: z.array(z.string()).meta({ description: 'Why it does not use its `monitor.yaml`.' }),
      }),
    ),
  })
  .meta({ id: 'MonitorHealth' });

export function toMonitorHealth(health: MonitorHealth): z.infer<typeof monitorHealthSchema> {
  const { impairment, facts } = health;
  return {
    at: toTime(facts.nowMs),
    impairment: impairment && {
      impairmentId: impairment.impairmentId,
      since: toTime(impairment.sinceMs),
      quietSince: toTimeOrNull(impairment.quietSinceMs),
      reasons: impairment.reasons.map(({ cause, detail }) => ({
        ...{ cause, detail },
        active: impairment.active.includes(cause),
      })),
    },
    ingest: {
      lastTickSecondsAgo: facts.tickAgeMs === null ? null : facts.tickAgeMs / 1000,
      blindSecondsLastDay: facts.blindMs / 1000,
      blindGapsLastDay: facts.blindGaps,
    },
    checks: toOverdue(facts.checks),
    deliveries: toOverdue(facts.deliveries),
    events: facts.groups.map(({ name, waiting, unfinished }) => ({ name, waiting, inProgress: unfinished })),
    setAside: facts.setAside,
    partitions: facts.partitions,
    nodes: facts.nodes
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map((node) => ({
        name: node.name,
        version: node.version,
        worker: node.channelIds !== null,
        since: toTime(node.sinceMs),
        clockAheadSeconds: node.clockAheadMs === undefined ? null : node.clockAheadMs / 1000,
        fileErrors: [...(node.fileErrors ?? [])],
      })),
  };
}

function toOverdue({ count, oldestMs }: MonitorHealth['facts']['checks']): z.infer<typeof overdue> {
  return { count, oldestSeconds: oldestMs / 1000 };
}
