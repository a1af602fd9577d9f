import { describe, expect, it } from 'vitest';
import type { Channel } from '../../src/dashboard/monitor/wire-types.ts';
import { renderPage, textIn } from './render-page.ts';
import { at } from './things.ts';

function aChannel(change: Partial<Channel> = {}): Channel {
  const none = { circuitOpenSince: null, nextAttemptAt: null, waitingSince: null, nextRetryAt: null };
  return {
    ...{ channelId: 'chat', type: 'slack', origin: 'api', enabled: true, problem: null, version: 'v1' },
    ...{ settings: {}, secrets: { url: 'set' }, match: null, changedAt: at(-60), changedBy: 'ada' },
    ...{ circuit: 'closed', waiting: 0, retrying: 0, lastSentAt: null, lastDelaySeconds: null, ...none },
    ...{ lastError: null, lastTestAt: null, lastTestError: null, lastProof: null, templateError: null },
    ...change,
  };
}

const shown = (...channels: Channel[]) =>
  textIn(renderPage({ detail: { kind: 'channels', channels } }, '#/channels'), ' ').replaceAll(/\s+/g, ' ');

describe('a channel on the page', () => {
  it('shows what is tried again by its own times, beside what waits', () => {
    const text = shown(aChannel({ retrying: 3, nextRetryAt: at(90), waiting: 1, waitingSince: at(-30) }));
    expect(text).toMatch(
      /Waiting 1 message the oldest 30 s ago .*Trying again 3 messages the next at [\d:]+/,
    );
    expect(shown(aChannel())).not.toContain('Trying again');
  });

  it('says where it comes from, of what it is told, and who changed it', () => {
    const match = { service: 'shop-*', labels: { tier: '1' } };
    expect(shown(aChannel({ match }))).toMatch(
      /slack, made here .*Told of service shop-\*, tier 1 .*Changed 1 min.* by ada/,
    );
    const text = shown(aChannel({ origin: 'file', settings: null, changedAt: null, changedBy: null }));
    expect(text).toContain('slack, of monitor.yaml');
    expect(text).not.toMatch(/Change |Remove|Switch off/);
  });

  it('says why its words could not be used', () => {
    const templateError = { at: at(-90), reason: 'undefined filter: shout' };
    expect(shown(aChannel({ templateError }))).toMatch(
      /Its template failed, so that message has the usual words, .* ago undefined filter: shout/,
    );
  });

  it('says that its last test failed, when and why', () => {
    const lastTestError = { at: at(-90), reason: 'receiver answered 401' };
    expect(shown(aChannel({ lastTestError, lastTestAt: at(-3_600) }))).toMatch(
      /Last test failed chat .*Last test failed 1 min.* ago receiver answered 401/,
    );
    expect(shown(aChannel())).toMatch(/Last test never/);
    // Mail went out since.
    expect(shown(aChannel({ lastTestError, lastSentAt: at(-30) }))).toMatch(/Works chat/);
  });

  it('says that it is switched off, and why it is not used', () => {
    expect(shown(aChannel({ enabled: false }))).toMatch(/Switched off chat .*Switch on/);
    const problem = 'its secrets are encrypted with key 12ab';
    expect(shown(aChannel({ problem }))).toContain(
      `Not used chat slack, made here It is not used: ${problem}`,
    );
  });
});
