import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { formatWelcome } from '../../src/commands/format-welcome.ts';
import { type MonitorFile, parseMonitorFile } from '../../src/config/monitor-file.ts';
import { loadConfig } from '../../src/config.ts';
import { matchesService } from '../../src/domain/matches-service.ts';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const [, body = ''] = /api register '(\{.*\})'/.exec(read('README.md')) ?? [];
const registered = JSON.parse(body) as { serviceName: string; environment: string };

function exampleFile(): MonitorFile {
  const errors: string[] = [];
  const timing = { intervalMs: 30_000, downAfterMs: 120_000 };
  return parseMonitorFile(read('monitor.example.yaml'), {}, errors, timing);
}

describe('the first example', () => {
  test('is the same in the README, on the start screen and on the empty dashboard', () => {
    const outcome = loadConfig({});
    if (outcome.kind === 'invalid') throw new Error(outcome.errors.join());
    const welcome = formatWelcome(outcome.config, { url: 'http://127.0.0.1:8080', ownKey: null }, '0.0.0');
    expect(welcome).toContain(`-d '${body}'`);
    expect(read('src/dashboard/newcomer/snippets.ts')).toContain(`'${body}'`);
  });

  test.each([registered.serviceName, 'web', 'orders'])(
    'with monitor.example.yaml, %s in production has no policy, so one instance is enough, and its messages are routed',
    (serviceName) => {
      const name = { serviceName, environment: registered.environment };
      const { policies, routes } = exampleFile();
      expect(policies.length).toBeGreaterThan(0);
      expect(policies.filter(({ match }) => matchesService(match, name))).toEqual([]);
      expect(routes?.routes.filter(({ match }) => matchesService(match, name))).toMatchObject([
        { channels: ['ops-mail', 'hook'] },
      ]);
    },
  );

  test('names a channel of monitor.example.yaml for the first message', () => {
    const [, channelId] = /channels test (\S+) --key-file/.exec(read('README.md')) ?? [];
    expect(exampleFile().channels.map(({ id }) => id)).toContain(channelId);
  });
});
