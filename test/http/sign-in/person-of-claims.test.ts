import { describe, expect, test } from 'vitest';
import { type Claims, personOfClaims } from '../../../src/http/sign-in/person-of-claims.ts';

const named = (claims: Claims) => personOfClaims({ sub: 'u1', ...claims }, 'groups').name;
const groups = (claims: Claims, claim = 'groups') => personOfClaims({ sub: 'u1', ...claims }, claim).groups;

describe('the name of a person', () => {
  const all = { email: 'ada@example.com', preferred_username: 'ada', name: 'Ada Lovelace' };

  test.each([
    [all, 'ada@example.com'],
    [{ ...all, email_verified: true }, 'ada@example.com'],
    [{ ...all, email_verified: false }, 'ada'],
    [{ name: 'Ada Lovelace' }, 'Ada Lovelace'],
    [{}, 'u1'],
    [{ email: 7, preferred_username: '  ' }, 'u1'],
  ])('of %j is %s', (claims, name) => {
    expect(named(claims)).toBe(name);
  });

  test('is one line that looks like what it is', () => {
    expect(named({ name: ' Ada\n\u202eBob\u0007 ' })).toBe('AdaBob');
    expect(named({ name: 'ad\u200ba', preferred_username: 'S\u0075\u0308d' })).toBe('S\u00fcd');
    expect([...named({ name: 'x'.repeat(500) })]).toHaveLength(128);
  });
});

describe('the groups of a person', () => {
  test.each<[string, Claims, string[]]>([
    ['groups', { groups: ['ops', '/ops/night'] }, ['ops', '/ops/night']],
    ['groups', { groups: 'ops' }, ['ops']],
    ['groups', { groups: ['ops', 7, null, { name: 'x' }, 'g'.repeat(257)] }, ['ops']],
    ['groups', {}, []],
    ['realm_access.roles', { realm_access: { roles: ['ops'] } }, ['ops']],
    ['https://example.com/groups', { 'https://example.com/groups': ['ops'] }, ['ops']],
    ['a.b', { 'a.b': ['whole'], a: { b: ['path'] } }, ['whole']],
    ['hd', { hd: 'example.com' }, ['example.com']],
    ['constructor.name', {}, []],
    ['__proto__.x', {}, []],
  ])('in the claim %s of %j are %j', (claim, claims, expected) => {
    expect(groups(claims, claim)).toEqual(expected);
  });

  test('are a mail address only if the provider has verified it', () => {
    const email = 'ada@example.com';
    expect(groups({ email, email_verified: true }, 'email')).toEqual([email]);
    expect(groups({ email, email_verified: false }, 'email')).toEqual([]);
    expect(groups({ email }, 'email')).toEqual([]);
  });

  test('are not endlessly many', () => {
    expect(groups({ groups: Array.from({ length: 5_000 }, (_, i) => `g${i}`) })).toHaveLength(1_000);
  });
});
