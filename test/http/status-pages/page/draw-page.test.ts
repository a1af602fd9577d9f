import { describe, expect, test } from 'vitest';
import { drawPage } from '../../../../src/http/status-pages/page/draw-page.ts';
import { pageWords } from '../../../../src/http/status-pages/page/page-words.ts';
import { unknownPage } from '../../../../src/http/status-pages/page/unknown-page.ts';
import { aPage } from './a-page.ts';
import { hostileTexts } from './hostile-texts.ts';

const place = { folder: '', contentPolicy: null };
const draw = (page = aPage()) => drawPage(page, place);

/** The tags of a page in their order, without what they hold. */
const tagsOf = (html: string) => [...html.matchAll(/<(\/?[a-z0-9!]+)/gi)].map(([, tag]) => tag);

describe('a status page', () => {
  test('says in one sentence how all is', () => {
    const states = (...all: ('down' | 'operational' | 'unknown')[]) => {
      const [first] = aPage().groups[0]?.components ?? [];
      if (first === undefined) throw new Error('the page has no component');
      const components = all.map((state, i) => ({ ...first, name: `C${i}`, state }));
      const state = all.includes('down') ? 'down' : all.includes('unknown') ? 'unknown' : 'operational';
      return pageWords.headline({ ...aPage(), state, groups: [{ title: null, components }] });
    };
    expect([
      states('operational', 'operational'),
      states('operational'),
      states('down', 'operational'),
      states('down', 'down', 'operational'),
      states('down', 'down'),
      states('unknown', 'unknown'),
      states('operational', 'unknown'),
    ]).toEqual([
      'All systems are operational',
      'C0 is operational',
      'C0 is down',
      '2 systems are down',
      'All systems are down',
      'The state of all systems is unknown',
      'The state of C1 is unknown',
    ]);
  });

  test('shows a minute of an outage in a bar, and what nobody watched as nothing', () => {
    const html = draw();
    expect(html.match(/<g>/g)).toHaveLength(180);
    expect(html).toContain('<title>2026-10-13: 99.95 % up, down 43 s</title>');
    expect(html).toMatch(/<rect class="down" x="490" y="0" width="8" height="5"\/>/);
    expect(html).toMatch(
      /<title>2026-08-25: not watched<\/title><rect class="none" x="0" width="8" height="34"\/><\/g>/,
    );
  });

  test('never rounds up to a hundred percent', () => {
    expect([pageWords.share(1), pageWords.share(0.999_999), pageWords.share(0)]).toEqual([
      ...['100 %', '99.99 %', '0.00 %'],
    ]);
  });

  test('of which nothing is known any more shows no state, and says since when', () => {
    const times = { since: '2026-11-22T22:41:30.000Z', madeAt: '2026-11-22T23:00:00.000Z' };
    const html = draw(unknownPage(aPage(), { ...times, validUntil: '2026-11-22T23:01:00.000Z' }));
    expect(html).toContain('Nothing is known since 2026-11-22 22:41 UTC</h2>');
    expect([...html.matchAll(/class="state tone-(\w+)"/g)].map(([, tone]) => tone)).toEqual([
      ...['unknown', 'unknown', 'unknown'],
    ]);
  });

  test.each(hostileTexts)('shows %j as what it is', (hostile) => {
    const calm = draw(aPage(() => 'calm'));
    expect(tagsOf(draw(aPage(() => hostile)))).toEqual(tagsOf(calm));
    expect(draw(aPage(() => hostile))).not.toMatch(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]|\p{Cs}/u);
  });
});
