import type { LookupAddress } from 'node:dns';
import { describe, expect, test } from 'vitest';
import { publicLookup } from '../../../src/channels/outbound/public-lookup.ts';

const open4 = { address: '93.184.216.34', family: 4 };
const open6 = { address: '2606:4700::1', family: 6 };
const closed4 = { address: '10.0.0.1', family: 4 };
const closed6 = { address: 'fd00::1', family: 6 };

describe('the look-up of public names', () => {
  test('gives all addresses when all are public', async () => {
    expect(await look([open4, open6], true)).toEqual([open4, open6]);
  });

  test('gives the first when one is asked for', async () => {
    expect(await look([open6, open4], false)).toBe(open6.address);
  });

  test.each([[[closed4]], [[closed6]], [[open4, closed4]], [[closed6, open4]], [[]]])(
    'refuses a name that leads to %j',
    async (addresses) => {
      await expect(look(addresses, true)).rejects.toMatchObject({ code: 'ERR_ADDRESS_BLOCKED' });
      await expect(look(addresses, false)).rejects.toMatchObject({ code: 'ERR_ADDRESS_BLOCKED' });
    },
  );

  test('looks again each time, so a name that turns private is refused', async () => {
    const answers = [[open4], [closed4]];
    const lookup = publicLookup(false, (_name, _options, done) => done(null, answers.shift() ?? []));
    const once = () =>
      new Promise((resolve, reject) =>
        lookup('flip.example.com', { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
      );
    expect(await once()).toEqual([open4]);
    await expect(once()).rejects.toMatchObject({ code: 'ERR_ADDRESS_BLOCKED' });
  });

  test('hands on the error of a name that is not known', async () => {
    const unknown = Object.assign(new Error('unknown'), { code: 'ENOTFOUND' });
    const lookup = publicLookup(false, (_name, _options, done) => done(unknown, []));
    const found = new Promise((resolve, reject) =>
      lookup('no.example.com', {}, (error, address) => (error ? reject(error) : resolve(address))),
    );
    await expect(found).rejects.toBe(unknown);
  });
});

function look(addresses: LookupAddress[], all: boolean): Promise<string | LookupAddress[]> {
  const lookup = publicLookup(false, (_name, _options, done) => done(null, addresses));
  return new Promise((resolve, reject) =>
    lookup('example.com', { all }, (error, found) => (error ? reject(error) : resolve(found))),
  );
}
