import type { Storms } from '../../actors/ports/storms.ts';
import { delivery } from '../../domain/delivery.ts';
import type { Ids } from '../../domain/ids.ts';
import type { NotificationState } from '../../domain/notification.ts';
import type { DigestEntry } from '../../domain/telling/digest.ts';
import type { StormState } from '../../domain/telling/storm-limit.ts';
import { type Command, type Comparison, commit } from '../client/commit.ts';
import type { RedisClient } from '../client/connect.ts';
import { readIncident } from '../incidents/read-incident.ts';
import { notificationPlan } from '../notifications/notification-plan.ts';
import { toNotification } from '../notifications/notification-record.ts';
import { planText } from '../notifications/plan-text.ts';
import type { Partitions } from '../partition.ts';

/** Longer than any message is on its way: until then it may be decided once more. */
const rememberedMs = 2 * 86_400_000;

/** What channels were sent lately, and what their digests collect: in the first partition, so that one commit has all of it. */
export function createStorms(
  client: RedisClient,
  partitions: Partitions,
  ids: Pick<Ids, 'digestId'>,
): Storms {
  const keys = partitions.at(0);

  async function isSettled(digestId: string): Promise<boolean> {
    const state = await client.hget(keys.notification(digestId), 'state');
    return state === null || delivery.isSettled({ state: state as NotificationState });
  }

  return {
    isSettled,

    async read({ channelId, notificationId, afterId }) {
      const folded = keys.folded(channelId);
      const [text, mine, previous] = await Promise.all([
        client.get(keys.storm(channelId)),
        client.zscore(folded, notificationId),
        afterId === null ? null : client.zscore(folded, afterId),
      ]);
      const state = text === null ? null : (JSON.parse(text) as StormState);
      const isGivenUp =
        state?.digest != null && (await isSettled(ids.digestId(channelId, state.digest.openedAtMs)));
      return {
        channelId,
        state: state !== null && isGivenUp ? { ...state, digest: null } : state,
        text: text ?? '',
        digestOpenedAtMs: mine === null ? null : Number(mine),
        previousDigestOpenedAtMs: previous === null ? null : Number(previous),
      };
    },

    commit(seen, after, line) {
      const key = keys.storm(seen.channelId);
      const compare: Comparison[] = [{ command: ['GET', key], expected: seen.text }];
      const write: Command[] = [['SET', key, JSON.stringify(after)]];
      if (line !== null) {
        const { digestId, openedAtMs, notificationId, entry, row } = line;
        const folded = keys.folded(seen.channelId);
        write.push(
          ['HSET', keys.digestEntries(digestId), notificationId, JSON.stringify(entry)],
          ['ZADD', folded, openedAtMs, notificationId],
        );
        if (row !== null) {
          write.push(...notificationPlan(keys, row).write, [
            'ZREMRANGEBYSCORE',
            folded,
            '-inf',
            openedAtMs - rememberedMs,
          ]);
        }
      }
      return commit(client, compare, write);
    },

    async entries(digestId) {
      const found = await client.hvals(keys.digestEntries(digestId));
      return found.map((text) => JSON.parse(text) as DigestEntry);
    },

    async incidents(incidentIds) {
      const ids = [...new Set(incidentIds)];
      const found = await Promise.all(ids.map((id) => readIncident(client, partitions, id)));
      return new Map(
        found.flatMap((incident) => (incident === null ? [] : [[incident.incidentId, incident]])),
      );
    },

    async onlyMessage(digestId) {
      const [id, ...more] = await client.hkeys(keys.digestEntries(digestId));
      if (id === undefined || more.length > 0) return null;
      const fields = await client.hgetall(partitions.of(id).notification(id));
      return toNotification(fields)?.message ?? null;
    },

    compose({ notification, token, nowMs }, message) {
      const { notificationId } = notification;
      const key = keys.notification(notificationId);
      const plan = planText({ ...notification, message });
      return commit(
        client,
        [{ command: ['HGET', key, 'token'], expected: token }],
        [
          ['HSET', key, 'plan', plan, 'decidedAtMs', nowMs],
          ['DEL', keys.digestEntries(notificationId)],
        ],
      );
    },
  };
}
