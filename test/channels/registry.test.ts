import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ChannelAbout } from '../../src/channels/channel-about.ts';
import { channelConfigSchema, channelTypes, openChannel } from '../../src/channels/registry.ts';
import { filledIn } from './channels-page.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const email = {
  id: 'ops-mail',
  type: 'email',
  url: 'smtp://127.0.0.1:2525',
  from: 'monitor@example.com',
  to: ['ops@example.com'],
};
const webhook = { id: 'hook', type: 'webhook', url: 'http://127.0.0.1:9000/hook', secret };
const slack = { id: 'chat', type: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x' };
const bot = { ...slack, url: 'https://slack.com/api', token: 'xoxb-1', channel: 'C0123456789' };

const accepted: [string, unknown][] = [
  ['the mail channel of the design', email],
  ['mail over TLS with a user', { ...email, url: 'smtps://monitor:p%40ss@mail.example.com' }],
  ['mail to a host without a dot', { ...email, to: ['root@localhost'] }],
  ['mail over IPv6', { ...email, url: 'smtp://[::1]:25' }],
  ['the webhook of the design', webhook],
  [
    'a webhook with two secrets',
    { ...webhook, secret: [secret, `whsec_${Buffer.alloc(64, 1).toString('base64')}`] },
  ],
  ['a webhook with a header', { ...webhook, headers: { authorization: 'Bearer abc' } }],
  ['a Slack channel', slack],
  ['a bot in Slack', bot],
  ['a bot in Slack with buttons', { ...bot, signingSecret: 'x' }],
  ['a Slack channel with a limit of its own', { ...slack, limit: { burst: 10, perMinute: 2 } }],
  ['mail without a limit', { ...email, limit: 'none' }],
];

const refused: [string, unknown][] = [
  ['an unknown kind', { ...slack, type: 'pigeon' }],
  ['an unknown field', { ...slack, chanel: '#ops' }],
  ['a field of another kind', { ...slack, secret }],
  ['Slack without an address and without a bot', { id: 'chat', type: 'slack' }],
  ['a bot in Slack without a channel', { ...bot, channel: undefined }],
  ['a bot in Slack with the name of a channel', { ...bot, channel: '#ops' }],
  ['buttons of a Slack webhook', { ...slack, signingSecret: 'x' }],
  ['an id with a space', { ...slack, id: 'my chat' }],
  ['an id with capitals', { ...slack, id: 'Chat' }],
  ['an empty id', { ...slack, id: '' }],
  ['an id of 65 characters', { ...slack, id: 'x'.repeat(65) }],
  ['mail to nobody', { ...email, to: [] }],
  ['an address with a line break', { ...email, to: ['ops@example.com\r\nBcc: x@y.org'] }],
  ['an address that is a list', { ...email, to: ['a@example.com,b@example.com'] }],
  ['an address with a display name', { ...email, from: 'Monitor <monitor@example.com>' }],
  ['an address with a control character', { ...email, from: 'mon\u0000itor@example.com' }],
  ['a mail server over HTTP', { ...email, url: 'http://127.0.0.1:25' }],
  ['a mail server with options in its URL', { ...email, url: 'smtp://127.0.0.1:25/?logger=true' }],
  ['a mail server at a port that is none', { ...email, url: 'smtp://127.0.0.1:70000' }],
  ['a mail password with a hidden line break', { ...email, url: 'smtp://u:p%0d%0a@127.0.0.1' }],
  ['a mail password with a broken escape', { ...email, url: 'smtp://u:p%zz@127.0.0.1' }],
  ['a limit of nothing', { ...slack, limit: { burst: 0, perMinute: 5 } }],
  ['half a limit', { ...slack, limit: { burst: 5 } }],
  ['another word for no limit', { ...slack, limit: 'unlimited' }],
  ['a webhook over FTP', { ...webhook, url: 'ftp://example.com/' }],
  ['a webhook with a user in its URL', { ...webhook, url: 'https://user:pass@example.com/' }],
  ['a webhook without a secret', { id: 'hook', type: 'webhook', url: webhook.url }],
  ['a short secret', { ...webhook, secret: `whsec_${Buffer.alloc(23).toString('base64')}` }],
  ['a long secret', { ...webhook, secret: `whsec_${Buffer.alloc(65).toString('base64')}` }],
  ['a secret without its prefix', { ...webhook, secret: secret.slice(6) }],
  ['no secret in the list', { ...webhook, secret: [] }],
  ['a header with a line break', { ...webhook, headers: { 'x-a': 'b\r\nx-c: d' } }],
  ['a header name with a colon', { ...webhook, headers: { 'x-a:': 'b' } }],
  ['a header that the signature owns', { ...webhook, headers: { 'Webhook-Signature': 'v1,x' } }],
];

describe('the configuration of channels', () => {
  test.each(accepted)('takes %s', (_what, config) => {
    expect(channelConfigSchema.parse(config)).toEqual(config);
  });

  test.each(refused)('refuses %s', (_what, config) => {
    expect(channelConfigSchema.safeParse(config).success).toBe(false);
  });

  test('does not repeat a secret when it refuses one', () => {
    const canary = 'whsec_CANARY';
    const { error } = channelConfigSchema.safeParse({
      ...webhook,
      url: 'https://u:CANARY@example.com',
      secret: canary,
    });
    expect(JSON.stringify(error?.issues)).not.toContain('CANARY');
  });

  test('names every kind where the kind is wrong', () => {
    const { error } = channelConfigSchema.safeParse({ id: 'x', type: 'pigeon' });
    expect(error?.issues).toMatchObject([{ path: ['type'], values: channelTypes }]);
  });
});

/** Only with the first channel of a kind its folder is loaded: a start costs nothing for the others. */
test('the registry imports no kind of channel', () => {
  const text = readFileSync(new URL('../../src/channels/registry.ts', import.meta.url), 'utf8');
  const imports = text.match(/^import .*$/gm) ?? [];
  const isOfKind = (line: string) => channelTypes.some((type) => line.includes(`'./${type}/`));
  expect(imports.filter(isOfKind)).toEqual([]);
});

describe.each(channelTypes)('the kind %s', (type) => {
  const folder = new URL(`../../src/channels/${type}/`, import.meta.url);

  test('has an example that is accepted, and each of its fields is described', async () => {
    const { about } = (await import(new URL('about.ts', folder).href)) as { about: ChannelAbout };
    expect(channelConfigSchema.safeParse(filledIn(about.example)).error).toBeUndefined();
    expect(about.documents.length).toBeGreaterThan(0);
  });

  test('has tests of its own', () => {
    const tests = readdirSync(new URL(`${type}/`, import.meta.url));
    expect(tests.some((name) => name.endsWith('.test.ts'))).toBe(true);
  });

  test('repeats no value that it refuses', async () => {
    const { about } = (await import(new URL('about.ts', folder).href)) as { about: ChannelAbout };
    for (const name of Object.keys(about.example).filter((each) => each !== 'type')) {
      const { error } = channelConfigSchema.safeParse({ ...about.example, [name]: 'CANARY\u0000 <>' });
      expect(JSON.stringify(error?.issues ?? [])).not.toContain('CANARY');
    }
  });
});

describe('opening a channel', () => {
  const services = { publicUrl: 'https://monitor.example.com', allowPrivateNetworks: true, now: () => 0 };

  test.each([email, webhook, slack])('opens the kind that its type names: $type', async (config) => {
    const channel = openChannel(channelConfigSchema.parse(config), services);
    expect(channel).toMatchObject({ channelId: config.id, type: config.type });
    await channel.close();
  });

  test.each([
    ['mail', email, { burst: 5, perMinute: 5 }],
    ['Slack', slack, { burst: 5, perMinute: 5 }],
    ['a webhook', webhook, null],
    ['mail without a limit', { ...email, limit: 'none' }, null],
    ['a webhook with a limit', { ...webhook, limit: { burst: 3, perMinute: 1 } }, { burst: 3, perMinute: 1 }],
  ])('limits the messages to people unless the file says otherwise: %s', async (_, config, limit) => {
    const channel = openChannel(channelConfigSchema.parse(config), services);
    expect(channel.limit).toEqual(limit);
    await channel.close();
  });
});
