import { expect, test } from 'vitest';
import { callersNetwork } from '../../src/http/callers-network.ts';

test.each<[address: string, network: string | null]>([
  ['10.1.2.3', '10.1.2.0/24'],
  ['::ffff:10.1.2.3', '10.1.2.0/24'],
  ['2001:db8:1:2aff::7', '2001:db8:1:2a00::/56'],
  ['2001:db8::7', '2001:db8:0:0::/56'],
  ['::1', '0:0:0:0::/56'],
  ['', null],
])('%j calls from the network %j', (address, network) => {
  expect(callersNetwork(address)).toBe(network);
});
