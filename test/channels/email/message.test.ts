import { describe, expect, test } from 'vitest';
import { mailOf } from '../../../src/channels/email/message.ts';
import { incidentMessage } from '../support/incident-message.ts';
import { resolvedMessage } from '../support/resolved-message.ts';

describe('a mail', () => {
  test('of a Down says in plain text what a person needs', () => {
    expect(
      mailOf(incidentMessage()).text,
    ).toBe(`No instance of checkout in production has sent a heartbeat since 2026-11-21 03:12:04 UTC.

  Service         checkout
  Environment     production
  Last heartbeat  2026-11-21 03:12:04 UTC
  Detected        2026-11-21 03:14:06 UTC, after 2 min 2 s
  Instances       2 Down

Last from web-1:8080, 2026-11-21 03:12:04 UTC
  CPU                 97.3 %
  Memory              1,843.4 MB
  Requests            1,280 per min
  Active connections  41
  queue_depth         7

https://monitor.example.com/incidents/1f0a77b1-02d4-8c3e-8f11-90ab12cd34ef

id 1f0c3d52-6c1e-8a9b-9d3e-2b7f5a6c4d10
`);
  });

  test('says the same in HTML', () => {
    const { html } = mailOf(resolvedMessage());
    for (const text of [
      '[Resolved] checkout (production): back after 4 min 12 s',
      '2 Recovered, 1 Healthy (3 in all)',
    ]) {
      expect(html).toContain(text);
    }
    expect(html).toContain(
      'href="https://monitor.example.com/incidents/1f0a77b1-02d4-8c3e-8f11-90ab12cd34ef"',
    );
  });

  test('shows markup in names as text', () => {
    const { html } = mailOf(
      incidentMessage({
        serviceName: '<script>alert(1)</script>',
        environment: '"\'><img src=x onerror=alert(1)>',
        url: 'https://example.com/"onmouseover="x',
        lastMetrics: [{ instanceKey: '<b>', hostname: '<i>', receivedAtMs: 0, values: { '<u>': '<s>' } }],
      }),
    );
    expect(html).not.toMatch(/<(script|img|b|i|u|s)[\s>]|"onmouseover/);
    expect(html).toContain('&#60;script&#62;');
  });

  test('loads nothing, and follows the colours and the width of who reads it', () => {
    const { html } = mailOf(incidentMessage({ acknowledgeUrl: 'https://monitor.example.com/acknowledge/x' }));
    expect(html).not.toMatch(/<(img|link|script|iframe)\b|\bsrc=|url\(|@import/i);
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual([
      'https://monitor.example.com/incidents/1f0a77b1-02d4-8c3e-8f11-90ab12cd34ef',
      'https://monitor.example.com/acknowledge/x',
    ]);
    expect(html).toContain('<meta name="color-scheme" content="light dark">');
    expect(html).toContain('@media (prefers-color-scheme:dark)');
    expect(html).toContain('@media (max-width:480px)');
    // What has no style sheet shows these.
    expect(html).toMatch(/class="text[^"]*"|class="pad text"/);
    expect(html.match(/class="value text line" style="[^"]*color:#1d2939/g)?.length).toBeGreaterThan(4);
  });

  test('has no header that a name could break', () => {
    const mail = mailOf(
      incidentMessage({ serviceName: 'a\r\nBcc: x@y.org', incidentId: 'i\r\nBcc: x@y.org' }),
    );
    const { html: _html, text: _text, headers, ...rest } = mail;
    for (const value of [...Object.values(rest), ...Object.values(headers)])
      expect(value).not.toMatch(/[\r\n]/);
  });

  test('without metrics says so', () => {
    const lastMetrics = [{ instanceKey: 'i', hostname: null, receivedAtMs: null, values: {} }];
    expect(mailOf(incidentMessage({ lastMetrics })).text).toContain('Last from i\n  Metrics  none\n');
  });
});
