import { describe, expect, it } from 'vitest';
import { addressOf, plainView, readView } from '../../src/dashboard/page/service-view-address.ts';

describe('the address of the list of services', () => {
  it('is that of the page when nothing was chosen', () => {
    expect(addressOf(plainView)).toBe('#/');
    for (const hash of ['', '#/', '#/services', '#/?']) expect(readView(hash)).toEqual(plainView);
  });

  it.each([
    { ...plainView, text: 'team:shop & co?', status: 'Down' },
    { ...plainView, environment: 'Üb/er#', group: 'environment' },
    { ...plainView, sort: 'changed' as const, group: 'label:depends-on', rows: 'compact' as const },
  ])('says what was chosen, and is read as the same: %o', (view) => {
    expect(readView(addressOf(view))).toEqual(view);
  });

  it('that somebody made up is read as far as it makes sense', () => {
    const { text, sort } = readView(`#/?sort=__proto__&nothing=1&text=${'x'.repeat(10_000)}`);
    expect({ sort, length: text.length }).toEqual({ sort: 'worst', length: 200 });
    expect(readView('#/?text=%').text).toBe('%');
    expect(readView('#/?status=down').status).toBe('Down');
    // The page says that nothing has it.
    expect(readView('#/?status=Hibernating').status).toBe('Hibernating');
  });
});
