import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type MonitorFile, parseMonitorFile } from '../../src/config/monitor-file.ts';
import { defaultReminding } from '../../src/domain/reminding/reminder-rules.ts';

function parse(text: string, env: Record<string, string> = {}): { file: MonitorFile; errors: string[] } {
  const errors: string[] = [];
  return { file: parseMonitorFile(text, env, errors, { intervalMs: 30_000, downAfterMs: 120_000 }), errors };
}

const hook = `{ id: hook, type: webhook, url: "http://127.0.0.1/x", secret: "whsec_${'c2VjcmV0'.repeat(4)}" }`;

describe('monitor.yaml', () => {
  test.each(['', '# nothing but a comment\n', '---\n', '{}'])('may say nothing: %j', (text) => {
    expect(parse(text)).toEqual({
      file: {
        ...{ channels: [], routes: null, policies: [], reminding: defaultReminding },
        ...{ maintenance: [], dependencies: [], operatorChannels: null, elsewhere: [] },
        ...{ statusPages: [] },
      },
      errors: [],
    });
  });

  test('gives channels, routes and policies', () => {
    const { file, errors } = parse(`
channels: [${hook}]
routes:
  - { match: { environment: production }, channels: [hook] }
  - { channels: [hook] }
services:
  - { match: { service: "nightly-*" }, heartbeatInterval: 5m, downAfter: 16m, minInstances: 2, unhealthyBeats: 3 }
  - { grace: 250ms, recoveryWindow: 1h }
`);
    expect(errors).toEqual([]);
    expect(file.channels).toMatchObject([{ id: 'hook', type: 'webhook' }]);
    expect(file.routes).toEqual({
      mode: 'all-matches',
      routes: [
        { match: { environment: 'production' }, channels: ['hook'] },
        { match: {}, channels: ['hook'] },
      ],
      defaultChannels: [],
    });
    expect(file.policies).toMatchObject([
      {
        match: { service: 'nightly-*' },
        intervalMs: 300_000,
        downAfterMs: 960_000,
        minInstances: 2,
        unhealthyBeats: 3,
      },
      { match: {}, graceMs: 250, recoveryWindowMs: 3_600_000 },
    ]);
  });

  test('gives all of a route', () => {
    const { file, errors } = parse(`
channels: [${hook}]
routing: first-match
routes:
  - match: { labels: { team: "Cafe\u0301*", tier: 1 } }
    events: [down, degraded]
    severity: [critical]
    when: { days: [sat-mon, wed], from: "22:00", to: "06:00", timeZone: Europe/Berlin }
    channels: [hook]
    continue: true
  - { when: { days: [fri], timeZone: UTC }, channels: [hook] }
  - { when: { from: "18:00", to: "24:00", timeZone: UTC }, channels: [hook] }
defaultChannels: [hook]
services: [{ severity: info }]
`);
    expect(errors).toEqual([]);
    expect(file.policies).toMatchObject([{ severity: 'info' }]);
    expect(file.routes).toEqual({
      mode: 'first-match',
      routes: [
        {
          match: { labels: { team: 'Caf\u00e9*', tier: '1' } },
          events: ['down', 'degraded'],
          severity: ['critical'],
          when: {
            days: ['mon', 'wed', 'sat', 'sun'],
            hours: { fromMinute: 1320, toMinute: 360 },
            timeZone: 'Europe/Berlin',
          },
          channels: ['hook'],
          continue: true,
        },
        { match: {}, when: { days: ['fri'], timeZone: 'UTC' }, channels: ['hook'] },
        {
          match: {},
          when: { hours: { fromMinute: 1080, toMinute: 1440 }, timeZone: 'UTC' },
          channels: ['hook'],
        },
      ],
      defaultChannels: ['hook'],
    });
  });

  test('a default without routes is where everything goes', () => {
    const { file } = parse(`channels: [${hook}]\ndefaultChannels: [hook]`);
    expect(file.routes).toEqual({ mode: 'all-matches', routes: [], defaultChannels: ['hook'] });
  });

  test('has patterns in the form in which names are kept', () => {
    const { file } = parse('services: [{ match: { service: "Su\u0308d (*)" } }]');
    expect(file.policies[0]?.match).toEqual({ service: 'S\u00fcd (*)' });
  });

  test('the example that is shipped is valid', () => {
    const text = readFileSync(new URL('../../monitor.example.yaml', import.meta.url), 'utf8');
    const { file, errors } = parse(text);
    expect(errors).toEqual([]);
    expect(file.channels.length).toBeGreaterThan(0);
  });

  test('says who is told of the monitor itself: nobody says so, everybody is; an empty list is nobody', () => {
    expect(parse(`channels: [${hook}]`).file.operatorChannels).toBeNull();
    expect(parse(`channels: [${hook}]\noperator: { channels: [] }`).file.operatorChannels).toEqual([]);
    expect(parse(`channels: [${hook}]\noperator: { channels: [hook] }`).file.operatorChannels).toEqual([
      'hook',
    ]);
  });

  test('no routes at all is not the same as an empty list of them', () => {
    expect(parse(`channels: [${hook}]`).file.routes).toBeNull();
    expect(parse(`channels: [${hook}]\nroutes: []`).file.routes?.routes).toEqual([]);
  });

  test.each([
    ['chanels: []', 'the file: '],
    ['- a\n- b', 'the file: '],
    ['just text', 'the file: '],
    ['channels: 5', 'channels: '],
    ['channels: [{ id: a, type: pigeon }]', 'channels[0].type: '],
    [`channels: [${hook}, { id: b, type: webhook }]`, 'channels[1].url: '],
    [`channels: [${hook.replace('}', ', events: [] }')}]`, 'channels[0].events: '],
    [`channels: [${hook.replace('}', ', events: [outages] }')}]`, 'channels[0].events[0]: '],
    ['routes: [{ channels: [] }]', 'routes[0].channels: '],
    ['routes: [{ match: { team: a }, channels: [a] }]', 'routes[0].match: '],
    ['services: [{ heartbeatInterval: 5 }]', 'services[0].heartbeatInterval: '],
    ['services: [{ downAfter: soon }]', 'services[0].downAfter: must be a duration'],
    ['services: [{ downAfter: 0s }]', 'services[0].downAfter: must be a duration'],
    ['services: [{ minInstances: 0 }]', 'services[0].minInstances: '],
    ['services: [{ minInstances: 1.5 }]', 'services[0].minInstances: '],
    ['services: [{ unhealthyBeats: 1 }]', 'services[0].unhealthyBeats: '],
    ['services: [{ unhealthyBeats: often }]', 'services[0].unhealthyBeats: '],
    ['services: [{ minimum: 1 }]', 'services[0]: '],
    ['dependencies: [{ dependsOn: [a] }]', 'dependencies[0].match: '],
    ['dependencies: [{ match: { service: a }, dependsOn: [] }]', 'dependencies[0].dependsOn: '],
    ['dependencies: [{ match: { name: a }, dependsOn: [b] }]', 'dependencies[0].match: '],
    ['operator: ops-mail', 'operator: '],
    ['operator: {}', 'operator.channels: '],
  ])('%j is refused with its place: %s', (text, start) => {
    const { file, errors } = parse(text);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.map((error) => error.slice(0, start.length))).toContain(start);
    expect(file).toEqual({
      channels: [],
      routes: null,
      policies: [],
      reminding: defaultReminding,
      maintenance: [],
      dependencies: [],
      operatorChannels: null,
      elsewhere: [],
      statusPages: [],
    });
  });

  test('a route to a channel that is not there, and an id that stands twice, are refused by name', () => {
    const { errors } = parse(
      `channels: [${hook}, ${hook}]\nroutes: [{ channels: [hook, mail] }, { channels: [chat] }]\noperator: { channels: [pager] }`,
    );
    expect(errors).toEqual([
      'channels: the id "hook" is used twice',
      'routes[0].channels: there is no channel "mail"',
      'routes[1].channels: there is no channel "chat"',
      'operator.channels: there is no channel "pager"',
    ]);
  });

  test.each([
    'channels: [',
    'a: 1\na: 2',
    'a:\n\t- b',
    'channels: *nowhere',
    '%YAML 9.9\n--- !!js/function x',
    'a: &a [x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]',
  ])('what is no YAML to us, %j, is an error and no crash', (text) => {
    const { file, errors } = parse(text);
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.every((error) => !error.includes('\n'))).toBe(true);
    expect(file).toEqual({
      channels: [],
      routes: null,
      policies: [],
      reminding: defaultReminding,
      maintenance: [],
      dependencies: [],
      operatorChannels: null,
      elsewhere: [],
      statusPages: [],
    });
  });
});

describe('${NAME}', () => {
  test('is taken from the environment, anywhere in a text and more than once', () => {
    const { file, errors } = parse(
      'channels: [{ id: mail, type: email, url: "smtp://${USER_NAME}:${PASS}@h:25", from: "${A}@${A}.example.com", to: ["x@example.com"] }]',
      { USER_NAME: 'me', PASS: 'pw', A: 'a' },
    );
    expect(errors).toEqual([]);
    expect(file.channels[0]).toMatchObject({ url: 'smtp://me:pw@h:25', from: 'a@a.example.com' });
  });

  test('that is not set is an error with its place; one that is set but empty is an empty text', () => {
    expect(parse('services: [{ match: { service: "${NOBODY}" } }]').errors).toEqual([
      'services[0].match.service: the environment has no NOBODY',
    ]);
    expect(parse('services: [{ match: { service: "${EMPTY}" } }]', { EMPTY: '' }).errors).toEqual([]);
  });

  test('is not looked for in what came from the environment', () => {
    const { file } = parse('services: [{ match: { service: "${A}" } }]', { A: '${B}', B: 'no' });
    expect(file.policies[0]?.match.service).toBe('${B}');
  });

  test('does not put YAML into the file', () => {
    const { file, errors } = parse('services: [{ match: { service: "${A}" } }]', {
      A: 'x" } }, { minInstances: 9, match: { service: "y',
    });
    expect(errors).toEqual([]);
    expect(file.policies).toHaveLength(1);
  });
});
