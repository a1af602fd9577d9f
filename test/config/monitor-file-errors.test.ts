import { expect, test } from 'vitest';
import { channelTypes } from '../../src/channels/registry.ts';
import { parseMonitorFile } from '../../src/config/monitor-file.ts';

const secret = `whsec_${'c2VjcmV0'.repeat(4)}`;

/** Everything that the file may hold, once. */
const whole = {
  channels: [
    { id: 'hook', type: 'webhook', url: 'http://h', secret, headers: { 'x-team': 'a' } },
    { id: 'hooks', type: 'webhook', url: 'http://h', secret: [secret] },
    { id: 'mail', type: 'email', url: 'smtp://h', from: 'a@example.com', to: ['b@example.com'] },
    { id: 'chat', type: 'slack', url: 'http://h' },
  ],
  routing: 'first-match',
  routes: [
    {
      match: { service: 'a', environment: 'b', labels: { team: 'c' } },
      ...{ events: ['down'], severity: ['critical'], channels: ['mail'], continue: true },
      ...{ reminders: { every: '10m' }, escalate: [{ after: '5m', channels: ['chat'] }] },
      when: { days: ['mon-fri'], from: '09:00', to: '18:00', timeZone: 'Europe/Berlin' },
    },
  ],
  defaultChannels: ['chat'],
  reminders: { every: '30m', backOff: 2, longest: '4h' },
  escalate: [{ after: '15m', channels: ['chat'] }],
  services: [
    {
      ...{ match: { service: 'a' }, heartbeatInterval: '30s', grace: '1s', downAfter: '5m' },
      ...{ recoveryWindow: '1m', minInstances: 2, severity: 'warning' },
    },
  ],
  dependencies: [{ match: { service: 'a' }, dependsOn: ['b'] }],
  operator: { channels: ['chat'] },
};

function errorsOf(file: unknown): string[] {
  const errors: string[] = [];
  // JSON is YAML.
  parseMonitorFile(JSON.stringify(file), {}, errors, { intervalMs: 30_000, downAfterMs: 120_000 });
  return errors;
}

type Path = (string | number)[];

/** The way to every value in `value`. */
function pathsIn(value: unknown): Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) => {
    const part = Array.isArray(value) ? Number(name) : name;
    return [[part], ...pathsIn(child).map((path) => [part, ...path])];
  });
}

function changed(value: unknown, [part, ...rest]: Path, to: unknown): unknown {
  if (part === undefined) return to;
  const copy = structuredClone(value) as Record<string | number, unknown>;
  copy[part] = changed(copy[part], rest, to);
  return copy;
}

/** A place, and what must be there. */
const said =
  /^[\w.[\]-]+: (is missing: it must|must|has ".*", which is not a setting here|there is no channel|the id)( |$)/;

test('whatever stands in place of whichever value, the error names the field and says what it must be', () => {
  expect(errorsOf(whole)).toEqual([]);
  const paths = pathsIn(whole);
  expect(paths.length).toBeGreaterThan(40);
  const wrong = paths.flatMap((path) =>
    [undefined, null, 5, -1.5, true, 'Not/right!', '', [], [5], {}, { canary: 1 }].flatMap((value) =>
      errorsOf(changed(whole, path, value)).filter((error) => !said.test(error)),
    ),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test.each([
  [['channels', 0, 'secret'], undefined, 'is missing: it must be whsec_ followed by the base64 of 24 to 64'],
  [
    ['channels', 0, 'secret'],
    'x',
    'must be whsec_ followed by the base64 of 24 to 64 random bytes; create one with: ',
  ],
  [['channels', 0, 'url'], undefined, 'is missing: it must be an http or https URL'],
  [['channels', 0, 'type'], 'pigeon', `must be ${channelTypes.join(' or ')}`],
  [['channels', 0, 'headers'], { Host: 'x' }, 'must not be a header that the channel sets'],
  [['channels', 2, 'to'], 'b@example.com', 'must be a list'],
  [['channels', 2, 'to'], [], 'must not be an empty list'],
  [['channels', 3, 'chanel'], '#ops', 'has "chanel", which is not a setting here'],
  [['services', 0, 'heartbeatInterval'], 30, 'must be a duration such as'],
  [['services', 0, 'severity'], 'loud', 'must be critical or warning or info'],
  [['reminders'], 'sometimes', 'must be off, or a map with "every", "backOff" and "longest"'],
  [['reminders', 'longest'], '1m', 'must not be shorter than "every"'],
  [['routes', 0, 'escalate', 0, 'channels'], ['boss'], 'there is no channel "boss"'],
  [['routing'], 'first', 'must be all-matches or first-match'],
  [['routing'], 'all-matches', 'must stand only beside "routing: first-match"'],
  [['routing'], undefined, 'must stand only beside "routing: first-match"'],
  [['routes', 0, 'events'], ['up'], 'must be down or resolved or degraded'],
  [['routes', 0, 'severity'], [], 'must not be an empty list'],
  [['routes', 0, 'match', 'labels'], { Team: 'a' }, 'must be a label: 1 to 63 of a-z'],
  [['routes', 0, 'when', 'days'], ['monday'], 'must be a day or days, such as mon, mon-fri or sat-sun'],
  [['routes', 0, 'when', 'days'], ['mon-fri-sun'], 'must be a day or days'],
  [['routes', 0, 'when', 'from'], '9:00', 'must be a time of the day such as 09:00, in quotes'],
  [['routes', 0, 'when', 'from'], '24:00', 'must be a time of the day'],
  [['routes', 0, 'when', 'to'], '24:01', 'must be a time of the day'],
  [['routes', 0, 'when', 'to'], '09:00', 'must not be the same as "from"; for the whole day leave both out'],
  [['routes', 0, 'when', 'to'], undefined, 'is missing: it must be a time of the day'],
  [['routes', 0, 'when', 'from'], undefined, 'is missing: it must be a time of the day'],
  [['routes', 0, 'when', 'timeZone'], undefined, 'is missing: it must be a time zone such as Europe/Berlin'],
  [['routes', 0, 'when', 'timeZone'], 'Mars/Olympus', 'must be a time zone such as Europe/Berlin or UTC'],
] as [Path, unknown, string][])('%j as %j: %s', (path, value, message) => {
  expect(errorsOf(changed(whole, path, value)).join('\n')).toContain(`: ${message}`);
});

test('mistakes of shape hide none of names and timing: all are told at once', () => {
  const { channels: given, ...others } = structuredClone(whole);
  const channels = given.map((channel) =>
    channel.id === 'mail'
      ? { ...channel, id: 'Mail!', from: 'nonsense', to: [] }
      : { ...channel, id: 'hook' },
  );
  const services = [{ minInstances: 'two' }, { downAfter: '10s' }];
  const routes = [{ channels: ['hook', 'Mail!', 'mail'] }, { channels: [] }];
  const defaultChannels = ['nobody'];
  const errors = errorsOf({
    ...{ ...others, channels, routes, services, defaultChannels, escalate: [] },
    operator: { channels: ['pager'] },
  });
  expect(errors.map((error) => error.replace(/ (must|is used).*/, ' …'))).toEqual([
    'channels[2].id: …',
    'channels[2].from: …',
    'channels[2].to: …',
    'routes[1].channels: …',
    'services[0].minInstances: …',
    'channels: the id "hook" …',
    'channels: the id "hook" …',
    'routes[0].channels: there is no channel "mail"',
    'defaultChannels: there is no channel "nobody"',
    'operator.channels: there is no channel "pager"',
    'services[1].downAfter: …',
  ]);
});

test('a channel that runs a program is an error, unless the environment allows it', () => {
  const text = JSON.stringify({ channels: [{ id: 'siren', type: 'command', program: '/bin/true' }] });
  const errorsIn = (env: Record<string, string>) => {
    const errors: string[] = [];
    parseMonitorFile(text, env, errors, { intervalMs: 30_000, downAfterMs: 120_000 });
    return errors;
  };
  const isOff =
    'channels[0].type: channels that run a program are off: set MONITOR_COMMAND_CHANNELS=on in the environment';
  expect(errorsIn({})).toEqual([isOff]);
  expect(errorsIn({ MONITOR_COMMAND_CHANNELS: 'off' })).toEqual([isOff]);
  expect(errorsIn({ MONITOR_COMMAND_CHANNELS: 'on' })).toEqual([]);
});

test('a name that the file does not have is an error, unless channels are made over the API too', () => {
  const text = 'routes: [{ channels: [chat] }]\noperator: { channels: [chat] }';
  const readWith = (env: Record<string, string>) => {
    const errors: string[] = [];
    const { elsewhere } = parseMonitorFile(text, env, errors, { intervalMs: 30_000, downAfterMs: 120_000 });
    return { errors, elsewhere };
  };
  expect(readWith({})).toEqual({
    errors: [
      'routes[0].channels: there is no channel "chat"',
      'operator.channels: there is no channel "chat"',
    ],
    elsewhere: [],
  });
  for (const env of [{ MONITOR_SECRET_KEY: 'x' }, { MONITOR_SECRET_KEY_FILE: '/run/key' }])
    expect(readWith(env)).toEqual({
      errors: [],
      elsewhere: [
        expect.stringMatching(
          /^routes\[0\]\.channels: there is no channel "chat" in the file, so it must have been made over/,
        ),
        expect.stringMatching(/^operator\.channels: /),
      ],
    });
});
