import { context, createContextKey, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { CommitOutcome } from '../../actors/ports/commits.ts';
import type { Channel, Claim, Notifications } from '../../actors/ports/notifications.ts';
import { isAboutService } from '../../domain/is-about-service.ts';
import { synthetic } from '../../domain/synthetic-outage.ts';
import type { Tracing } from '../tracing.ts';
import { faultOf } from './fault-of.ts';
import { namesOf } from './names-of.ts';
import type { Spans } from './spans.ts';

const noteKey = createContextKey('what became of a delivery');

/** One run of a delivery: it has a span if something was sent. */
interface Note {
  claim: Claim | null;
  span: Span | null;
  outcome: 'sent' | 'retry' | 'dead' | 'unsettled';
  reason: string | null;
}

/** A span for each attempt to deliver a message, in the trace of its incident; the receiver can continue it. */
export function traceDeliveries(spans: Spans): Tracing['deliveries'] {
  return ({ notifications, channels }, create) => {
    const deliver = create({
      notifications: noting(notifications),
      channels: {
        get(channelId) {
          const channel = channels.get(channelId);
          return channel && sending(channel);
        },
      },
    });

    return async (notificationId) => {
      const note: Note = { claim: null, span: null, outcome: 'unsettled', reason: null };
      try {
        return await context.with(
          context.active().setValue(noteKey, note),
          deliver,
          undefined,
          notificationId,
        );
      } catch (error) {
        note.reason ??= faultOf(error);
        throw error;
      } finally {
        end(note);
      }
    };
  };

  function sending(channel: Channel): Channel {
    return {
      ...channel,
      send(message, signal, before, inThread) {
        const note = noteOf();
        const { notification } = note?.claim ?? {};
        if (note === null || notification === undefined)
          return channel.send(message, signal, before, inThread);
        const { kind, incidentId, channelId } = notification;
        const span = spans.begin({
          name: 'deliver-notification',
          kind: SpanKind.CLIENT,
          isRoutine: channelId === synthetic.channelId,
          // News of a service's health and trouble belong to no incident: they name their service instead.
          incidentId: isAboutService(kind) ? null : incidentId,
        });
        note.span = span;
        return context.with(trace.setSpan(context.active(), span), async () => {
          const outcome = await channel.send(message, signal, before, inThread);
          // What waits for its channel then is not settled as a retry, and is one all the same.
          if (outcome.kind === 'failed') Object.assign(note, { outcome: 'retry', reason: outcome.reason });
          return outcome;
        });
      },
    };
  }
}

function noting(notifications: Notifications): Notifications {
  function settled(outcome: Note['outcome'], reason: string | null, settling: Promise<CommitOutcome>) {
    const note = noteOf();
    if (note !== null) Object.assign(note, { outcome, reason });
    return settling;
  }
  return {
    ...notifications,
    async claim(...about) {
      const claimed = await notifications.claim(...about);
      const note = noteOf();
      if (note !== null && claimed.kind === 'claimed') note.claim = claimed.claim;
      return claimed;
    },
    sent: (claim, ...about) => settled('sent', null, notifications.sent(claim, ...about)),
    retry: (claim, delayMs, reason, answer) =>
      settled('retry', reason, notifications.retry(claim, delayMs, reason, answer)),
    dead: (claim, reason, answer) => settled('dead', reason, notifications.dead(claim, reason, answer)),
  };
}

function end({ claim, span, outcome, reason }: Note): void {
  if (span === null || claim === null) return;
  const { notificationId, incidentId, serviceId, channelId, channelType, attempts, kind } =
    claim.notification;
  span.setAttributes({
    ...namesOf({ serviceId, incidentId: isAboutService(kind) ? null : incidentId }),
    'monitor.notification.id': notificationId,
    'monitor.notification.kind': kind,
    'monitor.channel.id': channelId,
    'monitor.channel.type': channelType,
    'monitor.delivery.attempt': attempts,
    'monitor.delivery.outcome': outcome,
  });
  if (outcome !== 'sent') span.setStatus({ code: SpanStatusCode.ERROR, message: reason ?? outcome });
  span.end();
}

function noteOf(): Note | null {
  return (context.active().getValue(noteKey) as Note | undefined) ?? null;
}
