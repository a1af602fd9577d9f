import { expect, test } from 'vitest';
import { openConfigDir } from './open-config-dir.ts';

const { valid, errorsOf } = openConfigDir();

const whole = {
  MONITOR_PUBLIC_URL: 'https://monitor.example.com',
  MONITOR_OIDC_ISSUER: 'https://login.example.com/realms/ops',
  MONITOR_OIDC_CLIENT_ID: 'monitor',
  MONITOR_OIDC_GROUPS: 'ops=operate, cn=admins=admin ,*=read,',
};

test('without a provider nobody signs in', () => {
  expect(valid({}).signIn).toBeNull();
});

test('a provider, a client and the groups are enough', () => {
  expect(valid(whole).signIn).toEqual({
    issuer: 'https://login.example.com/realms/ops',
    ...{ clientId: 'monitor', clientSecret: null, name: 'login.example.com' },
    ...{ requested: 'openid profile email', groupsClaim: 'groups' },
    access: [
      { group: 'ops', level: 'operate' },
      { group: 'cn=admins', level: 'admin' },
      { group: '*', level: 'read' },
    ],
    ...{ lifetimeMs: 43_200_000, idleMs: 3_600_000 },
  });
});

test('all of it can be said', () => {
  const more = {
    ...{ MONITOR_OIDC_CLIENT_SECRET: 's3cret', MONITOR_OIDC_NAME: 'Example Login' },
    ...{ MONITOR_OIDC_SCOPES: 'openid  groups', MONITOR_OIDC_GROUPS_CLAIM: 'realm_access.roles' },
    ...{ MONITOR_SESSION_LIFETIME: '8h', MONITOR_SESSION_IDLE: '30m' },
  };
  expect(valid({ ...whole, ...more }).signIn).toMatchObject({
    ...{ clientSecret: 's3cret', name: 'Example Login', requested: 'openid groups' },
    ...{ groupsClaim: 'realm_access.roles', lifetimeMs: 28_800_000, idleMs: 1_800_000 },
  });
});

test('everything that is missing or wrong is said at once', () => {
  const errors = errorsOf({
    MONITOR_OIDC_ISSUER: 'http://login.example.com',
    MONITOR_OIDC_SCOPES: 'ops=operate',
    MONITOR_OIDC_GROUPS: 'ops=operator, =read, staff',
    MONITOR_SESSION_IDLE: 'never',
  });
  expect(errors).toEqual([
    'MONITOR_SESSION_IDLE must be a duration such as 250ms, 30s, 2m or 6h',
    'MONITOR_OIDC_ISSUER must be an https URL without a user name, a query or a fragment (http only on this machine)',
    'MONITOR_OIDC_ISSUER needs MONITOR_PUBLIC_URL, to which the provider sends people back',
    'MONITOR_OIDC_SCOPES must be what the provider is asked for, with openid; who may do what is in MONITOR_OIDC_GROUPS',
    'MONITOR_OIDC_CLIENT_ID must be set when MONITOR_OIDC_ISSUER is',
    'MONITOR_OIDC_GROUPS says "ops=operator"; it must be a group and read, operate or admin, such as ops=operate',
    'MONITOR_OIDC_GROUPS says "=read"; it must be a group and read, operate or admin, such as ops=operate',
    'MONITOR_OIDC_GROUPS says "staff"; it must be a group and read, operate or admin, such as ops=operate',
  ]);
});

test.each([
  'login.example.com',
  'ftp://login.example.com',
  'https://user:secret@login.example.com',
  'https://login.example.com/?a=b',
  'https://login.example.com/#a',
  'http://127.0.0.1.example.com',
])('%s is no provider', (issuer) => {
  const [error, ...more] = errorsOf({ ...whole, MONITOR_OIDC_ISSUER: issuer });
  expect(error).toMatch(/^MONITOR_OIDC_ISSUER must be an https URL/);
  expect(error).not.toContain('secret');
  expect(more).toEqual([]);
});

test.each(['http://127.0.0.1:9000', 'http://localhost:9000/realms/a', 'http://[::1]:9000'])(
  '%s on this machine needs no https',
  (issuer) => {
    expect(valid({ ...whole, MONITOR_OIDC_ISSUER: issuer }).signIn?.issuer).toBe(issuer);
  },
);

test('what belongs to a provider that is not named is a mistake', () => {
  const { MONITOR_OIDC_ISSUER: _, ...rest } = whole;
  expect(errorsOf({ ...rest, MONITOR_OIDC_CLIENT_SECRET: 's3cret' })).toEqual([
    'MONITOR_OIDC_CLIENT_ID needs MONITOR_OIDC_ISSUER',
    'MONITOR_OIDC_CLIENT_SECRET needs MONITOR_OIDC_ISSUER',
    'MONITOR_OIDC_GROUPS needs MONITOR_OIDC_ISSUER',
  ]);
});
