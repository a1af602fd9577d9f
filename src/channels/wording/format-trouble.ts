import type { LateInstance, TroubleMessage } from '../../domain/messages.ts';
import { cleanText } from './clean-text.ts';
import type { Fact } from './fact.ts';
import { formatMoment } from './fact.ts';
import { formatCounts } from './format-counts.ts';
import type { Wording } from './wording.ts';

/** The words for trouble that is less than an outage: the service works, and not all of it. */
export function formatTrouble(message: TroubleMessage): Wording {
  const name = cleanText(message.serviceName);
  const environment = cleanText(message.environment);
  const service = `${name} (${environment})`;
  return {
    ...headOf(message, service, `${name} in ${environment}`),
    topic: `Trouble of ${service}`,
    facts: [
      { name: 'Service', value: name },
      { name: 'Environment', value: environment },
      { name: 'Instances', value: formatCounts(message.instances) },
      ...message.late.map(factOf),
    ],
    lastSeen: [],
    linkText: 'Open the service',
  };
}

function headOf(
  { kind, isOver, atMs, instances }: TroubleMessage,
  service: string,
  named: string,
): Pick<Wording, 'subject' | 'summary'> {
  const at = formatMoment(atMs);
  const { Down: down, Degraded: late } = instances;
  if (kind === 'instance-down') {
    const some = down === 1 ? '1 instance is Down' : `${down} instances are Down`;
    return isOver
      ? {
          subject: `[Instances] ${service}: none is Down any more`,
          summary: `${named} has no instance that is Down any more, since ${at}.`,
        }
      : {
          subject: `[Instances] ${service}: ${some}`,
          summary: `${some} of ${named} at ${at}. Others live: this is not an outage.`,
        };
  }
  const missing =
    down + late === 1 ? '1 instance is late or Down' : `${down + late} instances are late or Down`;
  return isOver
    ? { subject: `[Degraded] ${service}: over`, summary: `${named} is not Degraded any more, since ${at}.` }
    : {
        subject: `[Degraded] ${service}: ${missing}`,
        summary: `${named} is Degraded at ${at}: ${missing}. This is not an outage.`,
      };
}

function factOf({ instanceKey, status, lastBeatAtMs }: LateInstance): Fact {
  const heard = lastBeatAtMs === null ? 'never heard' : `last heard ${formatMoment(lastBeatAtMs)}`;
  return { name: cleanText(instanceKey, 80), value: `${status}, ${heard}` };
}
