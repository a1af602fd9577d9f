import { expect, test } from 'vitest';
import { judgeSession, type Session, type SessionTerms } from '../../../src/domain/sign-in/session.ts';

const session: Session = {
  ...{ subject: 'u1', name: 'ada@example.com', groups: ['ops'], source: 'here', idToken: null },
  startedAtMs: 1_000,
};
const terms: SessionTerms = {
  ...{ source: 'here', lifetimeMs: 10_000 },
  rules: [{ group: 'ops', level: 'operate' }],
};

test('a session holds until its lifetime is over, to the millisecond', () => {
  expect(judgeSession(session, terms, 10_999)).toEqual({
    ...{ kind: 'valid', scopes: ['read', 'operate'], endsAtMs: 11_000 },
  });
  expect(judgeSession(session, terms, 11_000)).toEqual({ kind: 'over', because: 'expired' });
});

test('a session has the scopes of the settings of this moment, and ends when they give it none', () => {
  const asked = (rules: SessionTerms['rules']) => judgeSession(session, { ...terms, rules }, 2_000);
  expect(asked([{ group: '*', level: 'read' }])).toMatchObject({ kind: 'valid', scopes: ['read'] });
  expect(asked([{ group: 'admins', level: 'admin' }])).toEqual({ kind: 'over', because: 'no-access' });
});

test('a session of another provider, client or claim is over', () => {
  expect(judgeSession(session, { ...terms, source: 'there' }, 2_000)).toEqual({
    ...{ kind: 'over', because: 'settings' },
  });
});
