import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { addMonitor } from '../src/add-monitor.ts';
import { describeUnknownOptions } from '../src/config/unknown-options.ts';
import { fastifyMonitor } from '../src/fastify.ts';
import type { MonitorOptions } from '../src/monitor-options.ts';
import { RecordingLogger } from './support/recording-logger.ts';
import { talk } from './support/talk.ts';

/** As JavaScript gives them: nothing checks them. */
const misspelt = (options: Record<string, unknown>) => options as MonitorOptions;

test('a misspelled option is one warning with the one that was meant, and the rest works', async () => {
  const { monitor, log } = await talk(misspelt({ enviroment: 'blue', apiKye: undefined }));
  for (let i = 0; i < 2; i++) await monitor.next('heartbeat');
  expect(log.loud).toEqual([
    'warn enviroment (did you mean environment?) is no option of the SDK and is ignored',
  ]);
});

test('the option that was meant is the nearest, or the only one of which the name is a part', () => {
  const lineOf = (name: string) => describeUnknownOptions({ [name]: true });
  expect(lineOf('servceName')).toContain('did you mean serviceName?');
  expect(lineOf('BaseURL')).toContain('did you mean baseUrl?');
  expect(lineOf('heartbeatInterval')).toContain('did you mean heartbeatIntervalMs?');
  expect(lineOf('signals')).toContain('did you mean handleSignals?');
  expect(lineOf('name')).toBe('name is no option of the SDK and is ignored');
  expect(describeUnknownOptions({ retries: 3, tagz: [], serviceName: 'orders', health: null })).toBe(
    'retries, tagz are no options of the SDK and are ignored',
  );
  expect(lineOf('one\nline')).toBe('one line is no option of the SDK and is ignored');
});

test('it is said beside what is missing because of it, and never thrown', () => {
  const logger = new RecordingLogger();
  addMonitor(misspelt({ baseUrl: 'http://127.0.0.1:9', apikey: 'smk_x', serviceName: 'orders', logger }));
  expect(logger.lines).toEqual([
    'warn apikey (did you mean apiKey?) is no option of the SDK and is ignored',
    expect.stringMatching(/^error .*apiKey.* is missing/),
  ]);
  const unreadable = {
    ...{ logger: new RecordingLogger(), strict: false },
    get baseUrl(): string {
      throw new Error('not now');
    },
  };
  expect(addMonitor(unreadable).status().state).toBe('idle');
});

test('what Fastify takes from the options of a plugin is none of ours', async () => {
  const logger = new RecordingLogger();
  const app = fastify();
  onTestFinished(() => app.close());
  const options = misspelt({ baseUrl: 'nowhere', logger, strickt: true });
  await app.register(fastifyMonitor, { ...options, prefix: '/api', logLevel: 'warn' });
  expect(logger.loud).toEqual([
    'warn strickt (did you mean strict?) is no option of the SDK and is ignored',
    expect.stringContaining('baseUrl must be'),
  ]);
});
