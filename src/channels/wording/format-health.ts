import { healths } from '../../domain/health.ts';
import type { HealthMessage, UnwellInstance } from '../../domain/messages.ts';
import { cleanText } from './clean-text.ts';
import type { Fact } from './fact.ts';
import { formatMoment } from './fact.ts';
import type { Wording } from './wording.ts';

/** The words for what a service says of itself. Whether it is heard is told by incidents alone. */
export function formatHealth(message: HealthMessage): Wording {
  const { from, to } = message;
  const name = cleanText(message.serviceName);
  const environment = cleanText(message.environment);
  const service = `${name} (${environment})`;
  const since = formatMoment(message.atMs);
  const isWell = to === 'healthy';
  const counts = healths.filter((health) => message.healths[health] > 0);
  return {
    subject: `[Health] ${service}: reports ${to}${isWell ? ' again' : ''}`,
    topic: `Health of ${service}`,
    summary: isWell
      ? `${name} in ${environment} reports healthy again since ${since}; before that it reported ${from}.`
      : `${name} in ${environment} reports ${to} since ${since}. Its heartbeats arrive: this is not an outage.`,
    facts: [
      { name: 'Service', value: name },
      { name: 'Environment', value: environment },
      ...(from === null ? [] : [{ name: 'Reported before', value: from }]),
      {
        name: 'Instances',
        value: counts.map((health) => `${message.healths[health]} ${health}`).join(', ') || 'none',
      },
      ...message.unwell.map(factOf),
    ],
    lastSeen: [],
    linkText: 'Open the service',
  };
}

function factOf({ instanceKey, health, reasons }: UnwellInstance): Fact {
  const why = reasons === null ? '' : `: ${cleanText(reasons, 300)}`;
  return { name: cleanText(instanceKey, 80), value: `${health}${why}` };
}
