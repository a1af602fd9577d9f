import { expect, test } from 'vitest';
import { uptimeBadge } from '../../../src/http/badges/badge-words.ts';
import { drawBadge } from '../../../src/http/badges/draw-badge.ts';
import { textWidth } from '../../../src/http/badges/text-width.ts';

const draw = (label: string, message = 'Healthy') => drawBadge({ label, message, color: '#4c1' });

/** The widths that badge-maker 6.0.0, the library of shields.io, gives them. */
test.each([
  ['shop <&"', 'Healthy', 116],
  ['checkout', 'Down', 100],
  ['checkout uptime 30d', '100%', 170],
])('the badge %s, %s is as wide as the one of shields.io', (label, message, width) => {
  expect(draw(label, message)).toContain(`width="${width}" height="20" role="img"`);
});

test('nothing in a name becomes markup, and what XML cannot hold is replaced', () => {
  const svg = draw('</title><script>alert(1)</script>"\' onload=x\u0000\uFFFE\uD800]]>&amp;');
  expect(svg).not.toMatch(/<script|[\p{Cc}\p{Cs}\uFFFE]/u);
  expect(svg.match(/<[a-zA-Z]+/g)?.length).toBe(draw('plain').match(/<[a-zA-Z]+/g)?.length);
  expect(svg).toContain('&amp;amp;');
  expect(draw('<&"')).toContain('aria-label="&lt;&amp;&quot;: Healthy"');
});

test('a long name is cut in what is drawn, and whole in the title', () => {
  const svg = draw('𝒜'.repeat(128));
  expect(svg).toContain(`<title>${'𝒜'.repeat(128)}: Healthy</title>`);
  expect(svg).toContain(`>${'𝒜'.repeat(49)}…</text>`);
});

test.each([
  ['é', 6.55],
  ['日本', 22],
  ['한', 11],
  ['👨‍👩', 28],
])('the width of %s is near what Verdana has', (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test.each([
  [1, '100%', '#4c1'],
  [0.999_999, '99.99%', '#4c1'],
  [0.995, '99.50%', '#97ca00'],
  [0.95, '95.00%', '#dfb317'],
  [0.9, '90.00%', '#fe7d37'],
  [0, '0.00%', '#e05d44'],
  [null, 'not watched', '#9f9f9f'],
])('an uptime of %s is written %s, in %s', (ratio, message, color) => {
  expect(uptimeBadge('cart', 7, ratio)).toEqual({ label: 'cart uptime 7d', message, color });
});
