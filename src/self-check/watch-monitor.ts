import { untilCommitted } from '../actors/concurrency/until-committed.ts';
import type { Channel } from '../actors/ports/notifications.ts';
import type { Log } from '../actors/ports/observability.ts';
import type { Impairments, ImpairmentView, Vitals } from '../actors/ports/self-check.ts';
import type { Delivery, WakeUps } from '../actors/ports/wake-ups.ts';
import { type ChannelEpisode, channelEpisodes } from '../domain/channel-episodes.ts';
import { channelTrouble } from '../domain/channel-trouble.ts';
import { chooseOperatorChannels } from '../domain/choose-operator-channels.ts';
import { findCauses } from '../domain/find-causes.ts';
import type { Ids } from '../domain/ids.ts';
import type { Impairment, MonitorVitals } from '../domain/impairment.ts';
import { judgeMonitor, type MonitorVerdict } from '../domain/judge-monitor.ts';
import type { ImpairmentMessageKind } from '../domain/message-kinds.ts';
import type { Notification } from '../domain/notification.ts';

export type WatchMonitor = () => Promise<void>;

/** How often a look starts again when other workers commit first; the next look finds the same. */
const attempts = 10;

/** What a message says of an impairment, or of the failure of one channel. */
type ToldImpairment = Pick<Impairment, 'impairmentId' | 'sinceMs' | 'reasons' | 'quietSinceMs'> & {
  failingChannelId?: string;
};

/** What one look writes: the state after it, and its messages. */
interface Change {
  after: Impairment | null;
  rows: Notification[];
}

/**
 * The self-check of the monitor, in every worker. The first worker commits that the monitor is impaired or well again,
 * together with the message to the operator, which is delivered like any other.
 */
export function createWatchMonitor(parts: {
  vitals: Vitals;
  impairments: Impairments;
  deliveryQueue: WakeUps<Delivery>;
  channels: ReadonlyMap<string, Channel>;
  /** As the file says now; null: every channel is the operator's. */
  operatorChannels: () => readonly string[] | null;
  ids: Ids;
  publicUrl: string;
  /** How long no cause must be found until the monitor is no longer impaired. */
  calmMs: number;
  log: Log;
}): WatchMonitor {
  const { vitals, impairments, channels, ids, log } = parts;

  return async function watchMonitor() {
    const found = await vitals.read();
    await untilCommitted<'done'>(
      attempts,
      async () => {
        const view = await impairments.read();
        const causes = findCauses(found, view.impairment?.active ?? []);
        const change = changeOf(judgeMonitor(view.impairment, causes, view.nowMs, parts.calmMs), view, found);
        if (change === null) return 'done';
        const outcome = await impairments.commit(view, change.after, change.rows);
        if (outcome.kind === 'stale') return 'again';
        await parts.deliveryQueue.arm(change.rows.filter((row) => row.state === 'pending'));
        return 'done';
      },
      () => {
        log.warn({}, 'self-check commit conflict; retrying at the next interval');
        return 'done';
      },
    );
  };

  function changeOf(verdict: MonitorVerdict, view: ImpairmentView, found: MonitorVitals): Change | null {
    switch (verdict.kind) {
      case 'unchanged':
        return view.impairment === null ? null : tellChannels(view.impairment, view, found);
      case 'goes-on':
        return tellChannels(verdict.impairment, view, found) ?? { after: verdict.impairment, rows: [] };
      case 'begins':
        return begin(verdict.reasons, view, found);
      case 'ends':
        return end(verdict.impairment, view);
      default:
        return verdict satisfies never;
    }
  }

  function chooseTold(found: MonitorVitals) {
    const failing = found.channels.filter((channel) => channelTrouble(channel, true) !== null);
    return chooseOperatorChannels(
      [...channels.keys()],
      parts.operatorChannels(),
      new Set(failing.map((channel) => channel.channelId)),
    );
  }

  /** A channel that begins to fail while the monitor is impaired already is told by itself; null: nothing changed. */
  function tellChannels(
    impairment: Impairment,
    { nowMs }: ImpairmentView,
    found: MonitorVitals,
  ): Change | null {
    const { begun, lasting, over } = channelEpisodes(impairment.failingChannels ?? [], found.channels);
    if (begun.length + over.length === 0) return null;
    const { told } = chooseTold(found);
    const fresh = begun.map((one) => ({ ...asEpisode(one, nowMs), toldChannelIds: told }));
    const rowsOf = (kind: ImpairmentMessageKind, episodes: readonly ChannelEpisode[]) =>
      episodes.flatMap((episode) =>
        episode.toldChannelIds
          .filter((channelId) => channels.has(channelId))
          .map((channelId) => rowOf(asImpairment(impairment, episode), kind, channelId, nowMs, null)),
      );
    return {
      after: { ...impairment, failingChannels: [...lasting, ...fresh] },
      rows: [...rowsOf('impaired', fresh), ...rowsOf('well', over)],
    };
  }

  function asEpisode(
    { channelId, detail, forMs }: ReturnType<typeof channelEpisodes>['begun'][number],
    nowMs: number,
  ): ChannelEpisode {
    return { channelId, detail, sinceMs: Math.round(nowMs - forMs), toldChannelIds: [] };
  }

  /** An episode has an id of its own: receivers end by it what they began. */
  function asImpairment({ impairmentId }: Impairment, episode: ChannelEpisode): ToldImpairment {
    const { channelId, sinceMs, detail } = episode;
    return {
      impairmentId: ids.notificationId(impairmentId, 'channel-failing', `${channelId} ${sinceMs}`),
      ...{ sinceMs, quietSinceMs: null, failingChannelId: channelId },
      reasons: [{ cause: 'channel-failing', detail }],
    };
  }

  function begin(reasons: Impairment['reasons'], { nowMs }: ImpairmentView, found: MonitorVitals): Change {
    const { told, suppressed } = chooseTold(found);
    const episodes = channelEpisodes([], found.channels).begun.map((one) => asEpisode(one, nowMs));
    const active = reasons.map(({ cause }) => cause);
    const isOnlyChannels = active.every((cause) => cause === 'channel-failing');
    const impairment: Impairment = {
      impairmentId: ids.impairmentId(nowMs),
      // A channel is found minutes after its first failure: messages are late since then.
      sinceMs: isOnlyChannels ? Math.min(nowMs, ...episodes.map(({ sinceMs }) => sinceMs)) : nowMs,
      reasons,
      active,
      quietSinceMs: null,
      toldChannelIds: told,
      failingChannels: episodes,
    };
    log.warn({ reasons }, 'the monitor is impaired');
    const rows = [
      ...told.map((channelId) => rowOf(impairment, 'impaired', channelId, nowMs, null)),
      ...suppressed.map(({ channelId, reason }) => rowOf(impairment, 'impaired', channelId, nowMs, reason)),
    ];
    return { after: impairment, rows };
  }

  function end(impairment: Impairment, { nowMs }: ImpairmentView): Change {
    log.info({ reasons: impairment.reasons }, 'the monitor is no longer impaired');
    const told = impairment.toldChannelIds.filter((channelId) => channels.has(channelId));
    return { after: null, rows: told.map((channelId) => rowOf(impairment, 'well', channelId, nowMs, null)) };
  }

  function rowOf(
    { impairmentId, sinceMs, reasons, quietSinceMs, failingChannelId }: ToldImpairment,
    kind: ImpairmentMessageKind,
    channelId: string,
    nowMs: number,
    suppressedBecause: string | null,
  ): Notification {
    const notificationId = ids.notificationId(impairmentId, kind, channelId);
    const endedAtMs = kind === 'well' ? (quietSinceMs ?? nowMs) : null;
    return {
      notificationId,
      incidentId: impairmentId,
      serviceId: null,
      channelId,
      channelType: channels.get(channelId)?.type ?? 'unknown',
      kind,
      state: suppressedBecause === null ? 'pending' : 'suppressed',
      reason: suppressedBecause,
      attempts: 0,
      createdAtMs: nowMs,
      afterId: kind === 'well' ? ids.notificationId(impairmentId, 'impaired', channelId) : null,
      nextAttemptAtMs: suppressedBecause === null ? nowMs : null,
      sentAtMs: null,
      message: {
        notificationId,
        incidentId: impairmentId,
        kind,
        sinceMs,
        endedAtMs,
        reasons,
        ...(failingChannelId === undefined ? {} : { failingChannelId }),
        url: `${parts.publicUrl}/`,
      },
    };
  }
}
