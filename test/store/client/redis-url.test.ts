import { describe, expect, test } from 'vitest';
import { parseRedisUrl } from '../../../src/store/client/redis-url.ts';

describe('a Redis address', () => {
  test.each([
    ['redis://localhost', { host: 'localhost', port: 6379, db: 0 }],
    ['redis://10.0.0.1:7000/3', { host: '10.0.0.1', port: 7000, db: 3 }],
    ['redis://[::1]:6380', { host: '::1', port: 6380, db: 0 }],
    ['redis://:secret@host', { host: 'host', port: 6379, db: 0, password: 'secret' }],
    [
      'redis://me:a%40b%2Fc%3Ad@host',
      { host: 'host', port: 6379, db: 0, username: 'me', password: 'a@b/c:d' },
    ],
    ['redis://me:p@ss@host', { host: 'host', port: 6379, db: 0, username: 'me', password: 'p@ss' }],
    ['redis://me:a:b@host', { host: 'host', port: 6379, db: 0, username: 'me', password: 'a:b' }],
    ['rediss://host:6380', { host: 'host', port: 6380, db: 0, tls: {} }],
    ['unix:///run/redis/redis.sock', { path: '/run/redis/redis.sock' }],
  ])('%s names one server', (url, options) => {
    expect(parseRedisUrl(url)).toEqual({ kind: 'single', options });
  });

  test.each([
    [
      'redis+sentinel://a:26379,b:26380/mymaster',
      {
        sentinels: [
          { host: 'a', port: 26379 },
          { host: 'b', port: 26380 },
        ],
        name: 'mymaster',
        db: 0,
      },
    ],
    [
      'redis+sentinel://me:pw@a:26379/mymaster/2',
      { sentinels: [{ host: 'a', port: 26379 }], name: 'mymaster', db: 2, username: 'me', password: 'pw' },
    ],
  ])('%s names a Sentinel group', (url, options) => {
    expect(parseRedisUrl(url)).toEqual({ kind: 'sentinel', options });
  });

  test.each([
    [
      'redis://a:7000,b:7001',
      [
        ['a', 7000],
        ['b', 7001],
      ],
      {},
    ],
    ['redis+cluster://a', [['a', 6379]], {}],
    ['rediss+cluster://a', [['a', 6379]], { tls: {} }],
    [
      'rediss://:pw@a:7000,b',
      [
        ['a', 7000],
        ['b', 6379],
      ],
      { tls: {}, password: 'pw' },
    ],
  ] as const)('%s names the nodes of a cluster', (url, nodes, options) => {
    expect(parseRedisUrl(url)).toEqual({
      kind: 'cluster',
      nodes: nodes.map(([host, port]) => ({ host, port })),
      options,
    });
  });

  test.each([
    ['', 'must look like'],
    ['localhost:6379', 'must look like'],
    ['http://localhost', 'must look like'],
    ['redis://', 'names no host'],
    ['redis://host:port', 'names no host'],
    ['redis://host:99999', 'names port 99999; the highest is 65535'],
    ['redis://a,,b', 'names no host'],
    ['redis://host/first', 'must end in the number of a database'],
    ['redis://host/1.5', 'must end in the number of a database'],
    ['redis+sentinel://a:1', 'must end in the name of the Sentinel group'],
    [
      'redis+sentinel://u:canary@h:1,u:canary2@h:2/n',
      'has user:password before more than one host; it stands once, before the first',
    ],
    ['redis://:100%@host', 'has a % in its user or password that must be written as %25'],
  ])('"%s" is refused: %s', (url, reason) => {
    expect(() => parseRedisUrl(url)).toThrow(reason);
  });

  test.each([
    'redis://:canary/word@host',
    'redis://me:canary:word@',
    'redis://:canary@ho:st',
    'redis://:canary%zz@h',
    'http://:canary@h',
    'redis://:canary@h/db',
  ])('the refusal of %s says nothing of the password', (url) => {
    let message = '';
    try {
      parseRedisUrl(url);
    } catch (error) {
      message = String(error);
    }
    expect(message).toMatch(/^Error: \w+/);
    expect(message).not.toContain('canary');
  });
});
