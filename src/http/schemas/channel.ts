import { z } from 'zod';
import type { ChannelHealth } from '../../actors/ports/channel-health.ts';
import type { Drill } from '../../actors/ports/drills.ts';
import type { ShownChannel } from '../ports.ts';
import { serviceMatch } from './service-match.ts';
import { toTime, toTimeOrNull } from './to-time.ts';

/** How a channel does. */
const healthFields = {
  circuit: z.enum(['closed', 'open']).meta({
    description:
      'Open: after repeated failure its messages wait, and one of them a minute is tried until one is sent.',
  }),
  circuitOpenSince: z.string().nullable(),
  nextAttemptAt: z.string().nullable().meta({
    description: 'When the next message is tried while its circuit is open.',
  }),
  waiting: z.int().meta({ description: 'Messages that wait for its circuit.' }),
  waitingSince: z.string().nullable().meta({ description: 'Since when the oldest of them could be sent.' }),
  retrying: z.int().meta({
    description: 'Messages that were tried and failed, and are tried again by their own times.',
  }),
  nextRetryAt: z.string().nullable().meta({ description: 'When the first of them is tried.' }),
  lastSentAt: z.string().nullable(),
  lastDelaySeconds: z.number().nullable().meta({
    description: 'How late the last message was: from when it could be sent to its attempt.',
  }),
  lastError: z
    .object({
      at: z.string(),
      reason: z.string(),
      answer: z.string().nullable().meta({ description: 'What the provider answered.' }),
    })
    .nullable(),
  templateError: z.object({ at: z.string(), reason: z.string() }).nullable().meta({
    description:
      'Its template failed for the latest message that it had words for: that message has the usual words. Null: it did not.',
  }),
  lastTestAt: z.string().nullable().meta({ description: 'When a test went out last.' }),
  lastTestError: z
    .object({ at: z.string(), reason: z.string() })
    .nullable()
    .meta({ description: 'The last test, which failed. Null: it went out, or there was none.' }),
  lastProof: z
    .object({ at: z.string(), by: z.string(), how: z.enum(['acknowledgement', 'drill']) })
    .nullable()
    .meta({
      description:
        'When a person showed last that its messages arrive: with the link of a message or of a drill.',
    }),
};

/** Where a channel comes from, and what it says of itself if that can be changed. */
const originFields = {
  origin: z
    .enum(['file', 'api'])
    .meta({ description: 'Whether it is in monitor.yaml, or was made over the API.' }),
  enabled: z.boolean(),
  problem: z
    .string()
    .nullable()
    .meta({ description: 'Why it is not used; null: it is, unless it is switched off.' }),
  version: z
    .string()
    .nullable()
    .meta({ description: 'Its `ETag`. Null, like all below: it is in monitor.yaml.' }),
  settings: z
    .record(z.string(), z.unknown())
    .nullable()
    .meta({ description: 'Its fields, without those that are secret.' }),
  secrets: z
    .record(z.string(), z.literal('set'))
    .nullable()
    .meta({ description: 'The secret fields that it has.' }),
  match: serviceMatch.shown.nullable(),
  changedAt: z.string().nullable(),
  changedBy: z.string().nullable().meta({ description: 'The name of the API key, or of the person.' }),
};

const channel = z
  .object({ channelId: z.string(), type: z.string(), ...originFields, ...healthFields })
  .meta({ id: 'Channel', description: 'Where messages go; its addresses and secrets are not shown.' });

/** Channels as they are shown: nothing that is secret. */
export const channelSchemas = {
  channel,
  list: z.object({ items: z.array(channel), nextCursor: z.null() }),
  test: z
    .object({
      channelId: z.string(),
      type: z.string(),
      result: z.enum(['sent', 'failed']),
      permanent: z.boolean().nullable().meta({ description: 'Whether trying again would help.' }),
      reason: z.string().nullable(),
      tookMs: z.int(),
    })
    .meta({ id: 'ChannelTest' }),
  drill: z
    .object({
      drillId: z.string(),
      channelId: z.string(),
      type: z.string(),
      sentAt: z.string(),
      expiresAt: z.string().meta({ description: 'Until then its link works.' }),
      confirmed: z
        .object({ by: z.string(), at: z.string() })
        .nullable()
        .meta({ description: 'Who said that it arrived; null: nobody has.' }),
    })
    .meta({ id: 'ChannelDrill' }),
};

export function toDrillReply(drill: Drill): z.infer<typeof channelSchemas.drill> {
  const { drillId, channelId, channelType, sentAtMs, expiresAtMs, confirmed } = drill;
  return {
    ...{ drillId, channelId, type: channelType },
    sentAt: toTime(sentAtMs),
    expiresAt: toTime(expiresAtMs),
    confirmed: confirmed === null ? null : { by: confirmed.by, at: toTime(confirmed.atMs) },
  };
}

export type ChannelReply = z.infer<typeof channelSchemas.list>['items'][number];

export function toChannelReply(shown: ShownChannel, health: ChannelHealth): ChannelReply {
  const { openCircuit, lastError, templateError, testError, proof, waiting, retried, lastDelayMs } = health;
  return {
    channelId: health.channelId,
    ...toOrigin(shown),
    circuit: openCircuit === null ? 'closed' : 'open',
    circuitOpenSince: toTimeOrNull(openCircuit?.sinceMs ?? null),
    nextAttemptAt: toTimeOrNull(openCircuit?.nextProbeAtMs ?? null),
    waiting: waiting.count,
    waitingSince: toTimeOrNull(waiting.sinceMs),
    retrying: retried.count,
    nextRetryAt: toTimeOrNull(retried.nextAtMs),
    lastSentAt: toTimeOrNull(health.lastSentAtMs),
    lastDelaySeconds: lastDelayMs === null ? null : lastDelayMs / 1000,
    lastError:
      lastError === null
        ? null
        : { at: toTime(lastError.atMs), reason: lastError.reason, answer: lastError.answer },
    templateError:
      templateError === undefined ? null : { at: toTime(templateError.atMs), reason: templateError.reason },
    lastTestAt: toTimeOrNull(health.testedAtMs),
    lastTestError: testError === null ? null : { at: toTime(testError.atMs), reason: testError.reason },
    lastProof: proof === null ? null : { at: toTime(proof.atMs), by: proof.by, how: proof.how },
  };
}

function toOrigin({ type, stored, problem }: ShownChannel) {
  if (stored === null) {
    const none = {
      version: null,
      settings: null,
      secrets: null,
      match: null,
      changedAt: null,
      changedBy: null,
    };
    return { type, origin: 'file' as const, enabled: true, problem, ...none };
  }
  const { type: _, ...settings } = stored.settings;
  const secrets = Object.fromEntries(Object.keys(stored.secrets).map((field) => [field, 'set' as const]));
  const { isEnabled: enabled, version, match, changedBy } = stored;
  return {
    ...{ type, origin: 'api' as const, enabled, problem, version, settings, secrets },
    match: match === null ? null : { ...match },
    ...{ changedAt: toTime(stored.changedAtMs), changedBy },
  };
}
