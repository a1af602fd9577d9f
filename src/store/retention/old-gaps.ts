import type { OldGap, OldRecords } from '../../actors/ports/retention.ts';
import type { RedisClient } from '../client/connect.ts';
import { readClock } from '../client/read-clock.ts';
import { toIncident } from '../incidents/to-incident.ts';
import type { PartitionKeys } from '../keys.ts';
import { pageSources } from '../lists/page-sources.ts';
import { toGap } from '../monitor/blind-ledger.ts';

const atOnce = 100;

/** So many are read at once where only their lengths are added up. */
const lookedAt = 500;

const { byTime, idAt } = pageSources;

/** The blind ledger of one partition. */
export function createOldGaps(client: RedisClient, keys: PartitionKeys): OldRecords<OldGap> {
  /** How long all gaps are together. */
  async function allBlindMs(): Promise<number> {
    let blindMs = 0;
    for (let first = 0; ; first += lookedAt) {
      const texts = await client.zrange(keys.blind, String(first), String(first + lookedAt - 1));
      for (const { fromMs, toMs } of texts.map(toGap)) blindMs += toMs - fromMs;
      if (texts.length < lookedAt) return blindMs;
    }
  }

  /** Of the incidents that began before this time and go on, the longest silence; those that are over went before. */
  async function oldestSilenceMs(beforeMs: number): Promise<number | null> {
    const source = byTime(client, keys.incidents, 'up', { fromMs: 0, toMs: beforeMs });
    const silences: number[] = [];
    let after: string | null = null;
    for (;;) {
      const positions: string[] = await source.positions(after, atOnce);
      const ids = positions.map(idAt);
      const texts = await Promise.all(ids.map((id) => client.get(keys.incident(id))));
      for (const text of texts) {
        const incident = text === null ? null : toIncident(text);
        if (incident === null || incident.state === 'resolved' || incident.silentSinceMs === null) continue;
        silences.push(incident.silentSinceMs);
      }
      after = positions.at(-1) ?? null;
      if (positions.length < atOnce) return silences.length === 0 ? null : Math.min(...silences);
    }
  }

  return {
    nowMs: () => readClock(client, keys),

    async read(beforeMs) {
      const texts = await client.zrangebyscore(keys.blind, '-inf', beforeMs, 'LIMIT', 0, atOnce);
      // Nearly always: then nothing else need be asked.
      if (texts.length === 0) return { found: [], next: null };
      const [nowMs, count, blindMs, openSilenceMs] = await Promise.all([
        readClock(client, keys),
        client.zcard(keys.blind),
        allBlindMs(),
        oldestSilenceMs(beforeMs),
      ]);
      let laterMs = blindMs;
      const found = texts.map(toGap).map((gap, i): OldGap => {
        laterMs -= gap.toMs - gap.fromMs;
        return { gap, heardMs: nowMs - gap.toMs - laterMs, newer: count - 1 - i, openSilenceMs };
      });
      // What is read next begins at the oldest again, which is another by then.
      return { found, next: texts.length < atOnce ? null : 'oldest' };
    },

    async remove(gaps) {
      return client.zrem(keys.blind, ...gaps.map(({ gap: { fromMs, toMs } }) => `${fromMs}:${toMs}`));
    },
  };
}
