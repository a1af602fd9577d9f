import { z } from 'zod';

const text = z.string();
const moment = z.string().nullable();
const fact = z.object({ name: text, value: text });

/** What a template may use, as `docs/channels.md` describes it. Every text is one clean line. */
export const templateValues = z.object({
  channel: text.describe('The id of the channel.'),
  kind: text.describe(
    'What the message tells: `down`, `recovering`, `flapping`, `reminder`, `escalation`, `acknowledged`, `resolved`, `health`, `degraded` or `instance-down`.',
  ),
  tone: text.describe('How good or bad that is: `bad`, `warning`, `watching` or `good`.'),
  icon: text.describe('A coloured dot for it: 🔴, 🟠, 🔵 or 🟢.'),
  subject: text.describe('The usual subject.'),
  summary: text.describe('The usual first sentence.'),
  facts: z.array(fact).describe('The usual lines below it, each with `name` and `value`.'),
  lastSeen: z
    .array(z.object({ instance: text, facts: z.array(fact) }))
    .describe('What instances sent last, each with `instance` and `facts`; at most three.'),
  service: text.describe('The name of the service.'),
  environment: text.describe('Its environment.'),
  labels: z
    .record(text, text)
    .describe(
      'Its labels, such as `labels.team`; one that it does not have is empty. A name with other characters: `labels["a/b"]`.',
    ),
  severity: text.nullable().describe('`critical`, `warning` or `info`; empty: not known.'),
  startedAt: moment.describe(
    'When it began, such as `2026-11-21T03:12:04.000Z`; the filter `date` writes it in another way.',
  ),
  detectedAt: moment.describe('When it was found.'),
  recoveredAt: moment.describe('When it was over; empty: it goes on.'),
  outage: text.nullable().describe('How long the outage was, such as `4 min 12 s`; empty while it goes on.'),
  outageSeconds: z.number().nullable().describe('The same in seconds.'),
  outages: z
    .number()
    .nullable()
    .describe('How many outages the incident has so far; empty: it is no incident.'),
  acknowledgedBy: text.nullable().describe('Who works on it.'),
  resolvedBy: text.nullable().describe('Who resolved it by hand.'),
  note: text.nullable().describe('What was said about that.'),
  instances: z
    .object({
      healthy: z.number(),
      degraded: z.number(),
      down: z.number(),
      recovered: z.number(),
      pending: z.number(),
      total: z.number(),
    })
    .nullable()
    .describe(
      'How many instances are how: `instances.down`, `.degraded`, `.recovered`, `.healthy`, `.pending`, `.total`; empty in `health`.',
    ),
  down: z
    .array(z.object({ instance: text, host: text }))
    .describe(
      'The instances that are Down, each with `instance` and `host`; empty: none is, or more than three are.',
    ),
  health: text.nullable().describe('What the service reports of itself, in `health`.'),
  id: text.describe('The id of the message.'),
  incidentId: text.describe('The id of its incident, or of the service.'),
  link: text.describe('The page of the message. It stands at the end of the message anyhow.'),
  acknowledgeLink: text.nullable().describe('Where a person can acknowledge the incident; empty: nowhere.'),
});

export type TemplateValues = z.output<typeof templateValues>;
