import type { Histories } from '../../actors/ports/history.ts';
import type { KeptHistory } from '../../domain/history/kept-history.ts';
import { upToNow } from '../../domain/history/record-change.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { toFields } from '../client/read-hash.ts';
import { loadScript } from '../client/script.ts';
import type { Partitions } from '../partition.ts';
import { toServiceRecord } from '../services/service-record.ts';
import { deployCommands } from './deploy-commands.ts';
import { historyText } from './history-text.ts';
import { pastText } from './past-text.ts';

const readHistory = loadScript('read-history');

type Reply = [
  ...[now: string, tick: string, fields: string[]],
  ...[entries: string[], past: string | null, deploys: string[], dueDay: string | null],
];

/** What is kept of the past of services. */
export function createHistories(client: RedisClient, partitions: Partitions): Histories {
  return {
    async read(serviceId) {
      const keys = partitions.of(serviceId);
      const scriptKeys = [
        ...[keys.service(serviceId), keys.history(serviceId), keys.uptime(serviceId)],
        ...[keys.deploys(serviceId), keys.clock, keys.historyDue],
      ];
      const reply = (await readHistory.run(client, scriptKeys, [serviceId])) as Reply;
      const [now, tick, fields, entries, past, deploys, dueDay] = reply;
      const record = toServiceRecord(serviceId, toFields(fields));
      if (record === null) return null;
      const { serviceName, environment, labels, status, sinceMs } = record;
      return {
        ...{ nowMs: Number(now), tickAtMs: Number(tick), serviceId, serviceName, environment, labels },
        kept: {
          entries: upToNow(entries.map(historyText.toEntry), { status, atMs: sinceMs }),
          ...stillRight(pastText.to(past), dueDay === null ? Number.POSITIVE_INFINITY : Number(dueDay)),
        },
        stored: { entries: entries.length, past: past ?? '' },
        deploys: deploys.map(deployCommands.toDeploy),
      };
    },

    commit(view, { days, goneDays, goneEntries, cutOff }) {
      const { serviceId, kept, stored } = view;
      const keys = partitions.of(serviceId);
      const [history, uptime] = [keys.history(serviceId), keys.uptime(serviceId)];
      const compare: Comparison[] = [
        { command: ['HEXISTS', keys.service(serviceId), 'serviceName'], expected: 1 },
        { command: ['LLEN', history], expected: stored.entries },
        { command: ['GET', uptime], expected: stored.past },
      ];
      const gone = new Set(goneDays);
      const left = [...kept.days].filter(([day]) => !gone.has(day));
      const after = { cutOff: cutOff ?? kept.cutOff, days: new Map([...left, ...days]) };
      const write: Command[] = [
        ['SET', uptime, pastText.of(after)],
        ['ZREM', keys.historyDue, serviceId],
      ];
      if (goneEntries > 0) write.push(['LTRIM', history, goneEntries, -1]);
      return commit(client, compare, write);
    },
  };
}

/** Without the days that must be counted again. */
function stillRight({ cutOff, days }: Pick<KeptHistory, 'cutOff' | 'days'>, dueDay: number) {
  return { cutOff, days: new Map([...days].filter(([day]) => day < dueDay)) };
}
