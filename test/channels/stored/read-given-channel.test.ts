import { describe, expect, test } from 'vitest';
import { privateNetworks } from '../../../src/channels/outbound/private-networks.ts';
import { channelSchemaOf, channelTypes } from '../../../src/channels/registry.ts';
import { createReadGivenChannel } from '../../../src/channels/stored/read-given-channel.ts';
import { secretFields } from '../../../src/channels/stored/secret-fields.ts';
import { explainIssues } from '../../../src/explain-issues.ts';
import { fieldsOf } from '../channels-page.ts';

explainIssues();
const read = createReadGivenChannel(false);
const hook = { type: 'webhook', url: 'https://example.com/hook', secret: `whsec_${'c2VjcmV0'.repeat(4)}` };

const mail = { type: 'email', url: 'smtps://mail.example.com', from: 'a@example.com', to: ['b@example.com'] };

const faultsOf = (given: Record<string, unknown>, reader = read) => {
  const outcome = reader('hook', given);
  return outcome.kind === 'valid'
    ? []
    : outcome.faults.map(({ path, message }) => `${path.join('.')}: ${message}`);
};

test('what is valid comes back apart: what may be read, and what is secret', () => {
  expect(read('hook', { ...hook, events: ['health'], headers: { authorization: 'Bearer x' } })).toEqual({
    kind: 'valid',
    settings: { type: 'webhook', events: ['health'] },
    secrets: { url: hook.url, secret: hook.secret, headers: { authorization: 'Bearer x' } },
  });
});

test.each(channelTypes)(
  'of a channel of the type %s every field that the documents call secret is kept secret',
  (type) => {
    const secret = fieldsOf(type).flatMap(([name, field]) =>
      field.secret === true ? [name.split('.')[0] ?? ''] : [],
    );
    expect(secretFields(channelSchemaOf(type))).toEqual(expect.arrayContaining(secret));
  },
);

describe('what only monitor.yaml may say is refused', () => {
  test.each([
    [
      { type: 'command', program: '/bin/true' },
      /^program: names a file or a program of the machine: only monitor.yaml may$/,
    ],
    [{ ...mail, ca: '/etc/passwd' }, /^ca: names a file or a program of the machine: only monitor.yaml may$/],
    [
      { ...mail, dkim: { domain: 'example.com', selector: 'a', keyFile: '/nowhere' } },
      /^dkim: names a file or a program of the machine: only monitor.yaml may$/,
    ],
    [{ ...hook, url: '${HOOK_URL}' }, /url: has a variable/],
    [{ ...hook, headers: { authorization: 'Bearer ${TOKEN}' } }, /^headers.authorization: has a variable/],
    [
      { ...hook, url: 'http://127.0.0.1:9/' },
      /^url: is in a private network.*MONITOR_CHANNEL_PRIVATE_NETWORKS/,
    ],
    [{ ...hook, url: 'http://169.254.169.254/latest/meta-data' }, /^url: is in a private network/],
    [{ ...hook, url: 'http://[::1]/' }, /^url: is in a private network/],
    [{ ...hook, url: 'http://[::ffff:10.0.0.1]/' }, /^url: is in a private network/],
    [{ ...hook, url: 'http://0x7f.1/' }, /^url: is in a private network/],
    [
      { type: 'email', url: 'smtp://10.0.0.1', from: 'a@example.com', to: ['b@example.com'] },
      /^url: is in a private network/,
    ],
  ])('%j', (given, expected) => {
    expect(faultsOf(given).join('\n')).toMatch(expected);
  });
});

test('an address in a network that is listed is taken', () => {
  const reader = createReadGivenChannel(privateNetworks(['10.1.0.0/16', '127.0.0.1']));
  expect(faultsOf({ ...hook, url: 'http://10.1.2.3/' }, reader)).toEqual([]);
  expect(faultsOf({ ...hook, url: 'http://[::ffff:10.1.2.3]/' }, reader)).toEqual([]);
  expect(faultsOf({ ...hook, url: 'http://127.0.0.1/' }, reader)).toEqual([]);
  expect(faultsOf({ ...hook, url: 'http://127.0.0.2/' }, reader)).toHaveLength(1);
  expect(faultsOf({ ...hook, url: 'http://10.2.0.1/' }, reader)).toHaveLength(1);
});

test('all faults are listed at once, and nothing that was sent is repeated', () => {
  const faults = faultsOf({ ...hook, url: 'ftp://geheim', secret: 'geheim', geheim: 1, limit: { burst: 0 } });
  expect(new Set(faults.map((fault) => fault.split(':')[0]))).toEqual(
    new Set(['', 'limit', 'secret', 'url']),
  );
  expect(faults.join('\n')).toContain(
    'has an unknown field; there are: id, type, events, limit, url, secret, headers',
  );
  expect(faults.join('\n')).not.toContain('geheim');
  expect(faultsOf({ type: 'geheim' })).toEqual([expect.stringMatching(/^type: must be email or /)]);
});
