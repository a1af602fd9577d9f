import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call } from '../http/call.ts';
import { type Monitor, startMonitor } from '../http/start-monitor.ts';
import { startHttpReceiver } from '../support/start-http-receiver.ts';
import { faultsOfView, noFaults } from './faults-of-view.ts';
import type { Tab } from './open-tab.ts';
import { type Person, personAt } from './person-at.ts';
import { giveKey, hasBrowser, startBrowser } from './start-browser.ts';

const token = 'canary-token-of-a-channel';
const wrong = 'It was not saved';

let monitor: Monitor;
let receiver: Awaited<ReturnType<typeof startHttpReceiver>>;
let tab: Tab;
let person: Person;
const ends: (() => Promise<unknown>)[] = [];

const get = async (path: string) => (await call(monitor, 'GET', path)).body;
const address = () => new URL(receiver.url).origin;
/** What stands beside a field. */
const faultOf = (label: string) =>
  tab.run<string | null>(`(() => {
    const words = [...document.querySelectorAll('label')].find((each) => each.innerText.trim() === ${JSON.stringify(label)});
    return words.closest('.field').querySelector('.fault')?.innerText ?? null;
  })()`);
/** Which field, button or row has the focus, by its words. */
const focused = () =>
  tab.run<string>(`(() => {
    const { activeElement: it } = document;
    return (it.labels?.[0] ?? it.querySelector('h2, strong') ?? it).innerText.trim();
  })()`);
const card = (id: string) => `li:has(h2 bdi[data-id="${id}"])`;
/** Cards are found by what stands on them. */
const mark = () =>
  tab.run(`for (const name of document.querySelectorAll('.cards h2 bdi')) name.dataset.id = name.innerText`);

beforeAll(async () => {
  if (!hasBrowser) return;
  receiver = await startHttpReceiver();
  ends.push(receiver.close);
  monitor = await startMonitor(
    {
      MONITOR_SECRET_KEY: randomBytes(32).toString('base64'),
      MONITOR_CHANNEL_PRIVATE_NETWORKS: '127.0.0.1',
    },
    `channels: [{ id: of-file, type: gotify, url: "${receiver.url}", token: abc }]`,
  );
  ends.push(monitor.stop);
  const browser = await startBrowser();
  ends.push(browser.stop);
  tab = browser.tab;
  person = personAt(tab);
  await tab.goTo(`${monitor.url}/`);
  await giveKey(tab, monitor.key);
  await person.sees(/No service yet/);
  await tab.run(`
    window.forbidden = [];
    document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => window.forbidden.push(violatedDirective));
  `);
});

afterAll(async () => {
  for (const end of ends.toReversed()) await end();
});

describe.skipIf(!hasBrowser)('a person who may administer (skipped without Chromium)', () => {
  it('sees which channels are of the file, and no form for them', async () => {
    await person.goTo('#/channels', '1 channel');
    await person.sees(/of-file\s+gotify, of monitor\.yaml/);
    const buttons = `[...document.querySelectorAll('.cards button')].map((each) => each.innerText.trim())`;
    expect(await tab.run(buttons)).toEqual(['Send a test', 'Drill']);
  });

  it('makes a channel: what the monitor refuses stands beside its field, and what was typed stays', async () => {
    await person.press('Add a channel');
    expect(await focused()).toBe('What kind of channel?');
    await person.fill('What kind of channel?', 'gotify');
    await person.sees(/How to set it up/);
    await person.fill('Id', 'My chat');
    await person.fill('URL', 'ftp://example.com');
    await person.fill('Token', 'with spaces');
    await person.press('Make the channel');
    await person.sees(new RegExp(wrong));
    expect(await faultOf('Id')).toMatch(/must be 1 to 64 characters/);
    expect(await focused()).toBe('Id');
    await person.fill('Id', 'made-here');
    await person.press('Make the channel');
    await person.sees(/It was not saved: 2 things are not right/);
    expect([await faultOf('Id'), await faultOf('URL'), await faultOf('Token')]).toEqual([
      null,
      expect.stringMatching(/^must be .*http/),
      'must be the secret as one word, without spaces',
    ]);
    expect(await focused()).toBe('URL');
    await person.fill('URL', address());
    await person.fill('Token', token);
    await person.fill('Service', 'shop-*');
    await person.press('Make the channel', 2);
    await person.sees(/The channel is made/);
    await person.sees(/made-here\s+gotify, made here[\s\S]*Told of\s+service shop-\*/);
    expect(await focused()).toBe('Add a channel');
    // Of the second try there are two entries; the first did not get that far.
    const tries: { failedBecause: string | null }[] = (await get('/api/audit?act=channel-created')).items;
    expect(tries.map((entry) => entry.failedBecause)).toEqual([null, 'validation', null]);
    expect(await get('/api/channels/made-here')).toMatchObject({
      settings: { url: address(), events: ['incidents'] },
      ...{ secrets: { token: 'set' }, match: { service: 'shop-*' } },
    });
  });

  it('changes it without its secret, which is kept and nowhere on the page', async () => {
    await mark();
    await person.press('Change', 1, card('made-here'));
    await person.sees(/Save/);
    const kept = `document.querySelector('input[type=password]').placeholder`;
    expect(await tab.run(kept)).toBe('kept; type to replace');
    await person.fill('Service', 'cart-*');
    await person.fill('health', 'on');
    await person.fill('Limit of messages', 'own');
    await person.fill('At once', '9');
    await person.press('Save');
    await person.sees(/The channel is changed/);
    expect(await focused()).toBe('Change');
    expect(await get('/api/channels/made-here')).toMatchObject({
      settings: { events: ['incidents', 'health'], limit: { burst: 9, perMinute: 5 } },
      match: { service: 'cart-*' },
    });
    await person.press('Send a test', 1, card('made-here'));
    await person.sees(/It was sent in \d+ ms/);
    expect(receiver.requests.at(-1)?.headers['x-gotify-key']).toBe(token);
    expect(await tab.run('document.documentElement.outerHTML')).not.toContain(token);
  });

  it('is asked for the secret again where its address changes', async () => {
    await person.press('Change', 1, card('made-here'));
    await person.fill('URL', `${address()}/elsewhere`);
    await person.press('Save');
    await person.sees(new RegExp(wrong));
    expect(await faultOf('Token')).toMatch(/must be given again/);
    expect(await focused()).toBe('Token');
    await person.press('Cancel');
    expect(await focused()).toBe('Change');
  });

  it('overwrites nothing that somebody else changed meanwhile', async () => {
    await person.press('Change', 1, card('made-here'));
    await person.sees(/Save/);
    const body = { limit: 'none' };
    const headers = { 'if-match': '*' };
    expect((await call(monitor, 'PATCH', '/api/channels/made-here', { body, headers })).status).toBe(200);
    await person.fill('Service', 'mine-*');
    await person.press('Save');
    await person.sees(/Somebody else changed this channel since you read it/);
    expect((await get('/api/channels/made-here')).settings.limit).toBe('none');
    await person.press('Cancel');
  });

  it('switches it off and on', async () => {
    await person.press('Switch off', 1, card('made-here'));
    await person.sees(/Switch it off\?/);
    await person.press('Switch off', 2, card('made-here'));
    await person.sees(/Switched off\s+made-here/);
    expect((await get('/api/channels/made-here')).enabled).toBe(false);
    const buttons = `[...document.querySelectorAll(${JSON.stringify(card('made-here'))} + ' button')].map((each) => each.innerText.trim())`;
    expect(await tab.run(buttons)).toEqual(['Switch on', 'Remove', 'Change']);
    await person.press('Switch on', 2, card('made-here'));
    await person.sees(/Works\s+made-here/);
  });

  it.each([
    ['light', 1_200],
    ['dark', 1_200],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'reads the forms without strain, and axe finds nothing (%s, %i pixels wide)',
    async (scheme, width) => {
      await tab.prefer(scheme);
      await tab.picture({ width, height: 900 });
      await person.goTo('#/monitor', 'The monitor is well');
      await person.goTo('#/channels', '2 channels');
      await mark();
      await person.press('Add a channel');
      await person.fill('What kind of channel?', 'email');
      await person.sees(/More of E-mail/);
      await person.fill('Id', 'No id');
      await person.fill('URL', 'smtp://mail.example.com');
      await person.fill('From', 'monitor@example.com');
      await person.fill('To', 'ops@example.com');
      await person.press('Make the channel');
      await person.sees(new RegExp(wrong));
      await person.press('Change', 1, card('made-here'));
      await person.sees(/Save/);
      await tab.run(`for (const fold of document.querySelectorAll('details')) fold.open = true`);
      expect(await faultsOfView(tab)).toEqual(noFaults);
    },
  );

  it('removes it after that was asked, and is at the next channel then', async () => {
    await person.goTo('#/monitor', 'The monitor is well');
    await person.goTo('#/channels', '2 channels');
    await mark();
    await tab.run(`document.querySelector(${JSON.stringify(card('made-here'))} + ' button').focus()`);
    await person.press('Remove', 1, card('made-here'));
    await person.sees(/Remove it with its secrets\?/);
    expect((await get('/api/channels')).items).toHaveLength(2);
    await person.press('Remove', 2, card('made-here'));
    await person.sees(/1 channel\b/);
    expect(await focused()).toBe('of-file');
    expect(await tab.run('window.forbidden')).toEqual([]);
  });
});

describe.skipIf(!hasBrowser)('without MONITOR_SECRET_KEY (skipped without Chromium)', () => {
  it('the page says what to set, and offers no form', async () => {
    const other = await startMonitor({});
    ends.push(other.stop);
    await tab.goTo(`${other.url}/`);
    await giveKey(tab, other.key);
    await person.goTo('#/channels', 'Channels');
    await person.sees(/set MONITOR_SECRET_KEY on every node/);
    expect(await person.text()).not.toContain('Add a channel');
  });
});
