import { z } from 'zod';
import { httpUrl } from '../channels/outbound/http-url.ts';
import { type StatusPage, shownIncidents } from '../domain/status-page/status-page.ts';

/** A page with more would be of no use to anybody, and cost the monitor more than a page may. */
const mostComponents = 100;

const line = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    // What reads in another order than it is written, or cannot be seen, has no place on a page for everybody.
    .regex(
      /^[^\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]*$/u,
      'must be one line of plain text',
    );

const glob = z
  .string()
  .min(1)
  .transform((text) => text.normalize('NFC'));

const component = z.strictObject({
  name: line(100),
  // Both, so that no page shows services of a test by oversight; "*" is every environment.
  match: z.strictObject({ service: glob, environment: glob }),
});

const page = z
  .strictObject({
    id: z
      .string()
      .regex(/^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/, {
        error: 'must be 1 to 50 of a-z, 0-9 and "-", and begin and end with a letter or digit',
      })
      // Exported pages have files of these names.
      .refine((id) => id !== 'index' && id !== 'status', 'must not be "index" or "status"'),
    title: line(100),
    brand: line(100).optional(),
    description: line(500).optional(),
    url: httpUrl.optional(),
    incidents: z.enum(shownIncidents).default('all'),
    groups: z
      .array(z.strictObject({ title: line(100).optional(), components: z.array(component).min(1) }))
      .min(1),
  })
  .transform(
    (given): StatusPage => ({
      ...given,
      brand: given.brand ?? null,
      description: given.description ?? null,
      url: given.url?.replace(/\/+$/, '') ?? null,
      groups: given.groups.map(({ title = null, components }) => ({ title, components })),
    }),
  );

/** `statusPages` of monitor.yaml. */
export const statusPagesInFile = z.array(page).max(50).default([]);

const rough = z
  .object({
    statusPages: z
      .array(
        z
          .object({
            id: z.unknown(),
            groups: z
              .array(
                z
                  .object({
                    components: z.array(z.object({ name: z.unknown() }).catch({ name: null })).catch([]),
                  })
                  .catch({ components: [] }),
              )
              .catch([]),
          })
          .catch({ id: null, groups: [] }),
      )
      .catch([]),
  })
  .catch({ statusPages: [] });

/** What is wrong with how pages go together, read from as much of the file as can be read. */
export function faultsOfStatusPages(file: unknown): string[] {
  const { statusPages } = rough.parse(file);
  const ids = twiceIn(statusPages.map(({ id }) => id));
  return [
    ...ids.map((id) => `statusPages: the id "${id}" is used twice`),
    ...statusPages.flatMap(({ groups }, i) => {
      const names = groups.flatMap(({ components }) => components.map(({ name }) => name));
      const twice = twiceIn(names).map(
        (name) => `statusPages[${i}].groups: the name "${name}" is used twice`,
      );
      if (names.length <= mostComponents) return twice;
      return [...twice, `statusPages[${i}].groups: must have at most ${mostComponents} components in all`];
    }),
  ];
}

function twiceIn(values: readonly unknown[]): string[] {
  const texts = values.filter((value) => typeof value === 'string');
  return [...new Set(texts.filter((text, i) => texts.indexOf(text) !== i))];
}
