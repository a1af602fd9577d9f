import { formatDuration } from '../domain/duration.ts';
import { nameCause } from '../domain/failure-domains/describe-outage.ts';
import { type Incident, outageMs } from '../domain/incident.ts';
import type { IncidentMessage, Message } from '../domain/messages.ts';
import type { Notification } from '../domain/notification.ts';
import type { ServiceName } from '../domain/policy.ts';

/** The lines for people in a terminal, instead of log lines with fields: which service is Down, who was notified, that it is over. */
export const plainLines = {
  opened(incident: Incident): string {
    const { detectedAtMs, startedAtMs } = incident;
    return `Down: ${nameOf(incident)}; the outage began ${formatDuration(Math.max(0, detectedAtMs - startedAtMs))} ago`;
  },

  relapsed(incident: Incident): string {
    return `Down: ${nameOf(incident)} again; outage ${incident.relapses + 1} of the same incident`;
  },

  resolved(incident: Incident): string {
    const lastedMs = outageMs(incident);
    return `Resolved: ${nameOf(incident)}${lastedMs === null ? '' : `, after ${formatDuration(lastedMs)}`}`;
  },

  told({ channelId, channelType, message }: Notification): string {
    return `Notified ${channelId} (${channelType}): ${newsOf(message)}`;
  },

  /** `reasons`: none where there is no channel at all. */
  nobodyTold(incident: Incident, reasons: readonly string[]): string {
    const why = reasons.length === 0 ? 'no channels are configured' : reasons.join('; ');
    return `Notified nobody of ${nameOf(incident)}: ${why}`;
  },
};

function nameOf({ serviceName, environment }: ServiceName): string {
  return `${serviceName} (${environment})`;
}

const newsOfIncident: Record<IncidentMessage['kind'], (service: string) => string> = {
  down: (service) => `${service} is Down`,
  recovering: (service) => `${service} is heard again`,
  flapping: (service) => `${service} flaps`,
  reminder: (service) => `${service} is still Down, and nobody has acknowledged it`,
  escalation: (service) => `${service} is Down, and nobody has acknowledged it`,
  acknowledged: (service) => `somebody acknowledged the incident of ${service}`,
  resolved: (service) => `the outage of ${service} is over`,
  test: () => 'a test',
};

function newsOf(message: Message): string {
  if ('startedAtMs' in message) return newsOfIncident[message.kind](nameOf(message));
  switch (message.kind) {
    case 'health':
      return `${nameOf(message)} says that it is ${message.to}`;
    case 'degraded':
      return message.isOver
        ? `${nameOf(message)} is not Degraded any more`
        : `${nameOf(message)} is Degraded`;
    case 'instance-down':
      return message.isOver
        ? `${nameOf(message)} has no instance that is Down`
        : `${nameOf(message)} has ${message.instances.Down} instances that are Down`;
    case 'digest':
      return `a digest of ${message.messages} messages`;
    case 'group':
      return `the outage of ${nameCause(message.cause, message.versionOf)}`;
    case 'group-over':
      return `the outage of ${nameCause(message.cause, message.versionOf)} is over`;
    case 'impaired':
      return 'the monitor is impaired';
    case 'well':
      return 'the monitor is well again';
    default:
      return message satisfies never;
  }
}
