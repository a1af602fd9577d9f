/** A room of the house: what lives there, and what it may import beside itself. The rest is made from this table. */
export interface Room {
  /** `src/<name>/` and `src/<name>.ts`. */
  name: string;
  what: string;
  /** Other rooms, or one folder of a room. */
  rooms: string[];
  packages: string[];
  /** Whether it may import what is part of Node. */
  node: boolean;
}

export const rooms: Room[] = [
  {
    name: 'domain',
    what: 'the rules: statuses, time, incidents, messages. Pure: no clock, no randomness, no I/O',
    ...{ rooms: [], packages: [], node: false },
  },
  {
    name: 'actors',
    what: 'the six steps of the work, one file for each, and folders for the rest: `operating/` has the actions of operators, `ports/` the interfaces that the actors need',
    ...{ rooms: ['domain', 'with-timeout'], packages: [], node: false },
  },
  {
    name: 'store',
    what: 'Redis; the Lua scripts read, or compare and write; they never decide',
    ...{ rooms: ['domain', 'actors/ports', 'key-hash', 'with-timeout'], packages: ['ioredis'], node: true },
  },
  {
    name: 'queues',
    what: 'starts the actors: jobs, and the loops that consume jobs and events',
    ...{ rooms: ['domain', 'actors', 'with-timeout'], packages: ['bullmq'], node: true },
  },
  {
    name: 'self-check',
    what: 'how the monitor watches itself: vitals, impairments, synthetic outages, the dead-man’s-switch',
    ...{ rooms: ['domain', 'actors'], packages: [], node: false },
  },
  {
    name: 'channels',
    what: 'one folder for each kind of channel',
    ...{
      rooms: ['domain', 'actors/ports'],
      packages: ['liquidjs', 'nodemailer', 'undici', 'zod'],
      node: true,
    },
  },
  {
    name: 'http',
    what: 'the API: its order in `app.ts`, plugins, routes and schemas; `sign-in` is how people come in without a key, `status-pages` what everybody may see',
    ...{
      rooms: ['domain', 'actors', 'explain-issues', 'key-hash'],
      packages: ['fastify', '@fastify', 'fastify-type-provider-zod', 'feed', 'openid-client', 'zod'],
      node: true,
    },
  },
  {
    name: 'telemetry',
    what: 'the log and the metrics; `otel` is loaded only if OTLP is configured',
    ...{
      rooms: ['domain', 'actors', 'with-timeout'],
      packages: ['@opentelemetry', 'pino', 'pino-pretty', 'prom-client'],
      node: true,
    },
  },
  {
    name: 'dashboard',
    what: 'the web page: `page/` is what stands everywhere and what it is drawn from, `monitor/` reads the API. `scripts/bundle-page.mjs` builds it',
    ...{
      rooms: ['domain/duration', 'domain/glob', 'domain/sdk-metrics', 'http/schemas'],
      packages: ['@preact/signals', 'eventsource-parser', 'preact', 'uplot', 'zod'],
      node: false,
    },
  },
  {
    name: 'simulator',
    what: '`simulate`; its `fleet` is the only simulated fleet: the demo, the benches and the tests use it too',
    ...{
      rooms: ['domain', 'key-file-option'],
      packages: ['commander', 'undici', 'zod'],
      node: true,
    },
  },
  {
    name: 'demo',
    what: '`demo`: runs a monitor, an inbox and a fleet, and shows what happens; `inbox`: receives real mails and webhooks',
    ...{
      rooms: [
        ...['channels/webhook', 'http/key-links', 'simulator/fleet', 'simulator/judge', 'store/access'],
      ],
      packages: ['fastify', 'postal-mime', 'smtp-server'],
      node: true,
    },
  },
  {
    name: 'config',
    what: 'reads the environment and `monitor.yaml` into one frozen value, and reports all errors at once. Only this room reads the environment',
    ...{
      rooms: ['domain', 'channels', 'store/client', 'telemetry', 'explain-file-error', 'explain-issues'],
      packages: ['yaml', 'zod'],
      node: true,
    },
  },
  {
    name: 'compose',
    what: 'starts the parts of the program and connects them; closes them in reverse order',
    ...{
      rooms: [
        'domain',
        'actors',
        'store',
        'queues',
        'self-check',
        'channels',
        'http',
        'telemetry',
        'config',
        'with-timeout',
        'explain-issues',
        'acknowledge-token',
      ],
      packages: ['pino'],
      node: true,
    },
  },
  {
    name: 'commands',
    what: 'the command line',
    ...{
      rooms: [
        ...['config', 'compose', 'domain', 'actors', 'store', 'queues', 'channels', 'http/schemas'],
        ...[
          'http/status-pages/page',
          'telemetry',
          'simulator',
          'demo',
          'explain-file-error',
          'key-file-option',
          'with-timeout',
        ],
      ],
      packages: ['commander', 'pino', 'zod'],
      node: true,
    },
  },
  {
    name: 'main',
    what: 'the program. The only file that may end the process',
    ...{ rooms: ['commands', 'config', 'explain-issues'], packages: [], node: true },
  },
  {
    name: 'with-timeout',
    what: 'waits for a promise, with a time limit',
    ...{ rooms: [], packages: [], node: false },
  },
  {
    name: 'key-hash',
    what: 'hashes an API key, and compares a key with a stored hash',
    ...{ rooms: [], packages: [], node: true },
  },
  {
    name: 'acknowledge-token',
    what: 'makes and checks the signed links with which people acknowledge incidents',
    ...{ rooms: [], packages: [], node: true },
  },
  {
    name: 'key-file-option',
    what: 'the option `--key-file` of commands',
    ...{ rooms: ['explain-file-error'], packages: ['commander'], node: true },
  },
  {
    name: 'explain-file-error',
    what: 'says why a file or folder that a person named cannot be used, and what to do',
    ...{ rooms: [], packages: [], node: true },
  },
  {
    name: 'explain-issues',
    what: 'describes the errors in a value of `monitor.yaml` or of a request',
    ...{ rooms: [], packages: ['zod'], node: false },
  },
];
