import { formatDuration } from '../../domain/duration.ts';
import type { HealthMessage, IncidentMessage, Message, TroubleMessage } from '../../domain/messages.ts';
import type { StatusCounts } from '../../domain/roll-up-status.ts';
import { cleanText } from '../wording/clean-text.ts';
import { toneLooks, toneOf } from '../wording/tone.ts';
import type { Wording } from '../wording/wording.ts';
import type { TemplateValues } from './template-values.ts';

/** A message about one service: only these have words of one's own. */
export type MessageOfService = IncidentMessage | HealthMessage | TroubleMessage;

/** Whether the words of an operator are for this message. A test says that it is one, and others are about many services. */
export function isOfService(message: Message): message is MessageOfService {
  return 'serviceName' in message && message.kind !== 'test';
}

/** What a template finds in a message, beside the usual words for it. */
export function valuesOf(message: MessageOfService, words: Wording, channelId: string): TemplateValues {
  const { subject, summary, facts, lastSeen, acknowledgeUrl } = words;
  const tone = toneOf(message);
  return {
    channel: channelId,
    kind: message.kind,
    tone,
    icon: toneLooks[tone].icon,
    ...{ subject, summary, facts, lastSeen },
    service: cleanText(message.serviceName),
    environment: cleanText(message.environment),
    labels: labelsOf(message),
    ...('startedAtMs' in message ? ofIncident(message) : ofOthers(message)),
    id: cleanText(message.notificationId),
    incidentId: cleanText(message.incidentId),
    link: cleanText(message.url, 2048),
    acknowledgeLink: acknowledgeUrl ?? null,
  };
}

function labelsOf(message: MessageOfService): Record<string, string> {
  const labels = 'labels' in message ? (message.labels ?? {}) : {};
  return Object.fromEntries(Object.entries(labels).map(([name, value]) => [name, cleanText(value)]));
}

type Common = 'channel' | 'kind' | 'tone' | 'icon' | 'subject' | 'summary' | 'facts' | 'lastSeen' | 'link';
type OfKind = Omit<
  TemplateValues,
  Common | 'service' | 'environment' | 'labels' | 'id' | 'incidentId' | 'acknowledgeLink'
>;

function ofIncident(message: IncidentMessage): OfKind {
  const { outageMs, severity, down = [] } = message;
  return {
    severity: severity ?? null,
    startedAt: momentOf(message.startedAtMs),
    detectedAt: momentOf(message.detectedAtMs),
    recoveredAt: momentOf(message.recoveredAtMs),
    outage: outageMs === null ? null : formatDuration(outageMs),
    outageSeconds: outageMs === null ? null : Math.round(outageMs / 1000),
    outages: message.relapses + 1,
    acknowledgedBy: textOf(message.acknowledgedBy),
    resolvedBy: textOf(message.resolvedBy),
    note: textOf(message.resolvedNote, 500),
    instances: countsOf(message.instances),
    down: down.map(({ instanceKey, host }) => ({
      instance: cleanText(instanceKey),
      host: cleanText(host ?? ''),
    })),
    health: null,
  };
}

/** Of what is less than an outage. */
function ofOthers(message: HealthMessage | TroubleMessage): OfKind {
  const isHealth = message.kind === 'health';
  const isOver = isHealth ? message.to === 'healthy' : message.isOver;
  const late = isHealth ? [] : message.late.filter(({ status }) => status === 'Down');
  return {
    ...{ severity: null, outage: null, outageSeconds: null, outages: null },
    ...{ acknowledgedBy: null, resolvedBy: null, note: null },
    startedAt: isOver ? null : momentOf(message.atMs),
    detectedAt: momentOf(message.atMs),
    recoveredAt: isOver ? momentOf(message.atMs) : null,
    instances: isHealth ? null : countsOf(message.instances),
    down: late.map(({ instanceKey, hostname }) => ({
      instance: cleanText(instanceKey),
      host: cleanText(hostname ?? ''),
    })),
    health: isHealth ? message.to : null,
  };
}

function countsOf({ Healthy, Degraded, Down, Recovered, Pending }: StatusCounts) {
  const total = Healthy + Degraded + Down + Recovered + Pending;
  return {
    ...{ healthy: Healthy, degraded: Degraded, down: Down, recovered: Recovered, pending: Pending },
    total,
  };
}

function momentOf(atMs: number | null): string | null {
  return atMs === null ? null : new Date(atMs).toISOString();
}

function textOf(text: string | undefined, maxLength?: number): string | null {
  return text === undefined ? null : cleanText(text, maxLength);
}
