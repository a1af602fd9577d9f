import { z } from 'zod';
import { pageStates } from '../../domain/status-page/page-state.ts';
import { historySchemas } from './history.ts';
import { text } from './text.ts';

const state = z.enum(pageStates);
const names = z.array(z.string()).meta({ description: 'The public names of the components.' });

const component = z.object({
  name: z.string(),
  state,
  uptime: historySchemas.uptime.shape.uptime,
  days: historySchemas.uptime.shape.days.meta({
    description:
      'Days by UTC, oldest first; the last one goes on. Of several services the mean; empty: nothing is known of them.',
  }),
});

const incident = z.object({
  id: z.string().meta({ description: 'Of the page alone: no other route knows it.' }),
  components: names,
  state: z.enum(['open', 'recovering', 'resolved']),
  startedAt: text.time,
  resolvedAt: text.time.nullable(),
  updates: z
    .array(
      z.object({
        at: text.time,
        kind: z.enum(['down', 'note', 'recovering', 'resolved']),
        text: z.string().nullable(),
      }),
    )
    .meta({ description: 'Oldest first. Only notes have a text.' }),
});

const maintenance = z.object({
  id: z.string(),
  components: names,
  startsAt: text.time,
  endsAt: text.time.nullable().meta({ description: 'Null: it has no end yet.' }),
  isRunning: z.boolean(),
});

/** What everybody may read of a status page. */
export const publicPage = z
  .object({
    id: z.string().regex(/^[a-z0-9-]{1,50}$/),
    title: z.string(),
    brand: z.string().nullable(),
    description: z.string().nullable(),
    url: z.string(),
    filesUrl: z.string().meta({ description: 'Where its feeds are: this, its id, and `.atom` or `.rss`.' }),
    madeAt: text.time,
    validUntil: text.time.meta({ description: 'Later than this, nobody knows whether it is still so.' }),
    unknownSince: text.time.nullable().meta({
      description: 'Since when nothing could be read; what else stands here is what was known then.',
    }),
    state,
    groups: z.array(z.object({ title: z.string().nullable(), components: z.array(component) })),
    incidents: z
      .array(incident)
      .meta({ description: 'Open ones, and those of the last 14 days; newest first.' }),
    maintenance: z.array(maintenance).meta({ description: 'That goes on, or begins within 14 days.' }),
  })
  .meta({ id: 'StatusPage' });

export type PublicPage = z.infer<typeof publicPage>;
export type PublicComponent = z.infer<typeof component>;
export type PublicIncident = z.infer<typeof incident>;
export type PublicMaintenance = z.infer<typeof maintenance>;
