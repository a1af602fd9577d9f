import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slackText } from '../../../src/channels/slack/slack-text.ts';

describe('text for Slack', () => {
  test('shows markup instead of obeying it', () => {
    expect(slackText('<!here> <@U1> a & b', 100)).toBe('&lt;!here&gt; &lt;@U1&gt; a &amp; b');
  });

  test.each(['@channel', '@here', '@everyone', '@Channel'])('%s wakes nobody', (mention) => {
    const text = slackText(`hello ${mention}`, 100);
    expect(text).not.toContain(mention);
    expect(text.replace('\u2060', '')).toBe(`hello ${mention}`);
  });

  test('is never longer than asked, and never cut inside an escape', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('&', '<', '>', 'a', '😀', '@here')),
        fc.integer({ min: 1, max: 20 }),
        (parts, max) => {
          const text = slackText(parts.join(''), max);
          expect(text.length).toBeLessThanOrEqual(max);
          expect(text.replace(/&(amp|lt|gt);/g, '')).not.toMatch(/[&<>]/);
          expect(text.isWellFormed()).toBe(true);
        },
      ),
    );
  });
});
