import type { Vitals } from '../../actors/ports/self-check.ts';
import type { ChannelVitals } from '../../domain/channel-vitals.ts';
import { clearMsBetween } from '../../domain/clear-time.ts';
import { knownNodes } from '../../domain/node-settings.ts';
import type { QuotaLimits } from '../../domain/quota.ts';
import { settingDifferences } from '../../domain/setting-differences.ts';
import { readKeyUsage } from '../access/key-usage.ts';
import { readRetried } from '../channel-health/retried-messages.ts';
import type { RedisClient } from '../client/connect.ts';
import { loadScript } from '../client/script.ts';
import type { PartitionKeys } from '../keys.ts';
import { toDelivery } from '../notifications/delivery-member.ts';
import type { Partitions } from '../partition.ts';
import { toGap } from './blind-ledger.ts';
import { readMemoryUse } from './memory-use.ts';
import { NodeMarks } from './node-marks.ts';
import { createNodeReadings } from './read-nodes.ts';

const readVitals = loadScript('read-vitals');

const minuteMs = 60_000;
const windowMs = 5 * minuteMs;

/** How many due deliveries of a partition are looked at; in a run without faults there are none. */
const lookedAt = 100;

type Reply = [
  now: string,
  tick: string | null,
  gaps: string[],
  repairs: string[],
  channels: string[],
  due: string[],
];

/** One partition's part of the vitals; ages are in the time of its own clock. */
interface PartitionVitals {
  blindMs: number;
  repairedMinutes: number;
  channels: ChannelVitals[];
}

/** What a worker can find out about the monitor; `nodeId` names it among all workers there ever were. */
export function createVitals(
  client: RedisClient,
  partitions: Partitions,
  options: {
    nodeId: string;
    channelIds: () => readonly string[];
    blindAfterMs: () => number;
    lossToldForMs: number;
    quotas: QuotaLimits;
  },
): Vitals {
  const nodes = createNodeReadings(client, partitions);
  const marks = new NodeMarks(client, partitions, options.nodeId, options.lossToldForMs);

  async function readOne(keys: PartitionKeys): Promise<PartitionVitals> {
    const names = [keys.clock, keys.blind, keys.repairs, keys.channels, keys.deliveries];
    const reply = (await readVitals.run(client, names, [windowMs, lookedAt])) as Reply;
    const [now, tick, gaps, repairs, channels, due] = reply;
    const nowMs = Number(now);
    const blind = gaps.map(toGap);
    if (tick !== null && nowMs - Number(tick) > options.blindAfterMs())
      blind.push({ fromMs: Number(tick), toMs: nowMs });
    const minutes = repairs.map((repair) => Math.floor((nowMs - Number(repair.split(':')[0])) / minuteMs));
    return {
      blindMs: windowMs - clearMsBetween(nowMs - windowMs, nowMs, blind),
      repairedMinutes: new Set(minutes).size,
      channels: await Promise.all(
        toChannels(channels, await stuckFor(client, keys, due, nowMs), options.channelIds(), nowMs).map(
          async (channel) =>
            channel.failingForMs === null
              ? channel
              : { ...channel, unsent: await unsentIn(keys, channel.channelId) },
        ),
      ),
    };
  }

  /** Those that wait for its circuit, and those that are tried again. */
  async function unsentIn(keys: PartitionKeys, channelId: string): Promise<number> {
    const [waiting, retried] = await Promise.all([
      client.zcard(keys.waiting(channelId)),
      readRetried(client, keys, channelId),
    ]);
    return waiting + retried.count;
  }

  return {
    async read() {
      const lostState = await marks.leave();
      const all = await Promise.all(partitions.all.map(readOne));
      const shown = await nodes.read();
      const living = knownNodes.living(shown.nodes, shown.nowMs);
      const worst = (numberOf: (one: PartitionVitals) => number) => Math.max(...all.map(numberOf));
      return {
        blindMs: worst((one) => one.blindMs),
        repairedMinutes: worst((one) => one.repairedMinutes),
        lostState,
        channels: [
          ...Map.groupBy(
            all.flatMap((one) => one.channels),
            (each) => each.channelId,
          ).values(),
        ].map(merged),
        memory: await readMemoryUse(client),
        keyUsage: await readKeyUsage(client, partitions, options.quotas),
        refusals: living.flatMap(({ name, fileErrors = [] }) =>
          fileErrors.length === 0 ? [] : [{ node: name, errors: fileErrors }],
        ),
        locks: living.flatMap(({ name, lockedChannels = [] }) =>
          lockedChannels.length === 0 ? [] : [{ node: name, channels: lockedChannels }],
        ),
        differences: {
          now: settingDifferences.of(living),
          lasting: settingDifferences.lasting(shown.nodes, shown.nowMs),
        },
      };
    },
  };
}

/** How long messages have been due that nobody sends, by channel. */
async function stuckFor(
  client: RedisClient,
  keys: PartitionKeys,
  due: string[],
  nowMs: number,
): Promise<Map<string, number>> {
  const stuck = new Map<string, number>();
  const found = await Promise.all(
    due.map(async (member) => {
      const { channelId, notificationId } = toDelivery(member);
      // The sweep moves the timer each time it takes it; the row keeps the original time.
      const dueAtMs = await client.hget(keys.notification(notificationId), 'nextAttemptAtMs');
      return { channelId, dueForMs: dueAtMs ? nowMs - Number(dueAtMs) : 0 };
    }),
  );
  for (const { channelId, dueForMs } of found)
    stuck.set(channelId, Math.max(dueForMs, stuck.get(channelId) ?? 0));
  return stuck;
}

function toChannels(
  flat: string[],
  stuck: ReadonlyMap<string, number>,
  configured: readonly string[],
  nowMs: number,
): ChannelVitals[] {
  const valueOf = (field: string) => {
    const at = flat.indexOf(field);
    return at === -1 ? null : (flat[at + 1] ?? '');
  };
  const ageOf = (field: string) => {
    const atMs = valueOf(field);
    return atMs === null ? null : nowMs - Number(atMs);
  };
  return configured.map((channelId) => ({
    channelId,
    sentAgoMs: ageOf(`sent:${channelId}`),
    failingForMs: ageOf(`failing:${channelId}`),
    deadAgoMs: ageOf(`dead:${channelId}`),
    stuckForMs: stuck.get(channelId) ?? null,
    ...lastErrorIn(valueOf(`error:${channelId}`), valueOf(`sent:${channelId}`)),
  }));
}

/** What the provider answered says more than that it answered. A message that was sent since makes it history. */
function lastErrorIn(error: string | null, sentAtMs: string | null): Pick<ChannelVitals, 'lastError'> {
  if (error === null) return {};
  const { atMs, reason, answer } = JSON.parse(error) as {
    atMs: number;
    reason: string;
    answer: string | null;
  };
  return Number(sentAtMs ?? 0) > atMs ? {} : { lastError: answer ?? reason };
}

/** One channel over all partitions: its latest success and its worst trouble. */
function merged(parts: ChannelVitals[]): ChannelVitals {
  const pick = (choose: (...ages: number[]) => number, of: (part: ChannelVitals) => number | null) => {
    const ages = parts.map(of).filter((age) => age !== null);
    return ages.length === 0 ? null : choose(...ages);
  };
  return {
    channelId: parts[0]?.channelId ?? '',
    sentAgoMs: pick(Math.min, (part) => part.sentAgoMs),
    failingForMs: pick(Math.max, (part) => part.failingForMs),
    deadAgoMs: pick(Math.min, (part) => part.deadAgoMs),
    stuckForMs: pick(Math.max, (part) => part.stuckForMs),
    ...troubleOf(parts),
  };
}

function troubleOf(parts: ChannelVitals[]): Pick<ChannelVitals, 'unsent' | 'lastError'> {
  const unsent = parts.reduce((sum, part) => sum + (part.unsent ?? 0), 0);
  const lastError = parts.find((part) => part.lastError !== undefined)?.lastError;
  return { ...(unsent === 0 ? {} : { unsent }), ...(lastError === undefined ? {} : { lastError }) };
}
