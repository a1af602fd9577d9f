import { expect, test } from 'vitest';
import { parseMonitorFile } from '../../src/config/monitor-file.ts';

const defaults = {
  intervalMs: 30_000,
  downAfterMs: 120_000,
  graceMs: undefined,
  recoveryWindowMs: undefined,
};

function read(text: string) {
  const errors: string[] = [];
  return { pages: parseMonitorFile(text, {}, errors, defaults).statusPages, errors };
}

test('pages are read with their groups, and what is left out is nothing', () => {
  const { pages, errors } = read(`
statusPages:
  - id: main
    title: Example status
    groups:
      - title: Shop
        components:
          - { name: Website, match: { service: "web-*", environment: production } }
  - id: internal-2
    title: Internal
    brand: Example Inc.
    description: What we run for ourselves
    url: https://status.example.com/internal/
    incidents: noted
    groups: [{ components: [{ name: Everything, match: { service: "*", environment: "*" } }] }]
`);
  expect(errors).toEqual([]);
  expect(pages).toEqual([
    {
      ...{ id: 'main', title: 'Example status', brand: null, description: null, url: null, incidents: 'all' },
      groups: [
        {
          title: 'Shop',
          components: [{ name: 'Website', match: { service: 'web-*', environment: 'production' } }],
        },
      ],
    },
    {
      ...{ id: 'internal-2', title: 'Internal', brand: 'Example Inc.', incidents: 'noted' },
      ...{ description: 'What we run for ourselves', url: 'https://status.example.com/internal' },
      groups: [
        { title: null, components: [{ name: 'Everything', match: { service: '*', environment: '*' } }] },
      ],
    },
  ]);
});

test('a file that says nothing has no page', () => {
  expect(read('').pages).toEqual([]);
});

test('everything that is wrong is said at once, with its place', () => {
  const { pages, errors } = read(`
statusPages:
  - id: Main Page
    title: "  "
    url: status.example.com
    incidents: some
    groups:
      - components: []
  - id: two
    title: "turned \\u202e round"
    colour: green
    groups:
      - components:
          - { name: Website, match: { service: web } }
          - { name: Website, match: { service: web, environment: production, host: h7 } }
  - { id: two, title: Again }
`);
  expect(pages).toEqual([]);
  expect(errors).toEqual([
    'statusPages[0].id: must be 1 to 50 of a-z, 0-9 and "-", and begin and end with a letter or digit',
    'statusPages[0].title: must not be empty',
    'statusPages[0].url: must be an http or https URL without a user name or password',
    'statusPages[0].incidents: must be all or noted or none',
    'statusPages[0].groups[0].components: must not be an empty list',
    'statusPages[1].title: must be one line of plain text',
    'statusPages[1].groups[0].components[0].match.environment: is missing: it must be a text',
    'statusPages[1].groups[0].components[1].match: has "host", which is not a setting here',
    'statusPages[1]: has "colour", which is not a setting here',
    'statusPages[2].groups: is missing: it must be a list',
    'statusPages: the id "two" is used twice',
    'statusPages[1].groups: the name "Website" is used twice',
  ]);
});

test('a page has at most a hundred components', () => {
  const components = Array.from(
    { length: 101 },
    (_, i) => `{ name: c${i}, match: { service: s${i}, environment: production } }`,
  );
  const { errors } = read(
    `statusPages: [{ id: a, title: A, groups: [{ components: [${components.join(', ')}] }] }]`,
  );
  expect(errors).toEqual(['statusPages[0].groups: must have at most 100 components in all']);
});
