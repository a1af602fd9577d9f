import type { Scope } from '../api-key.ts';
import { type AccessRule, scopesOfGroups } from './access.ts';

/** Who signed in, as the provider says. */
export interface Person {
  /** The provider's own id of the person: it stays, whatever the name becomes. */
  subject: string;
  /** The mail address or another name, for people. */
  name: string;
  groups: string[];
}

/** A person who signed in, for a time. What the person may do is not in it: that follows from the groups each time. */
export interface Session extends Person {
  /** Where the person comes from: the provider, and by which of its claims the groups are known. */
  source: string;
  startedAtMs: number;
  /** What the provider wants to see at the sign-out; null: it was too long to be kept. */
  idToken: string | null;
}

/** By what sessions are judged: the settings as they are now. */
export interface SessionTerms {
  source: string;
  rules: readonly AccessRule[];
  lifetimeMs: number;
}

export type SessionVerdict =
  | { kind: 'valid'; scopes: Scope[]; endsAtMs: number }
  /** `settings`: it comes from a provider that is not the one of the settings any more. */
  | { kind: 'over'; because: 'expired' | 'settings' | 'no-access' };

/** Whether a session holds, and for what: by the groups that were kept and the settings of this moment. */
export function judgeSession(session: Session, terms: SessionTerms, nowMs: number): SessionVerdict {
  const endsAtMs = session.startedAtMs + terms.lifetimeMs;
  if (session.source !== terms.source) return { kind: 'over', because: 'settings' };
  if (nowMs >= endsAtMs) return { kind: 'over', because: 'expired' };
  const scopes = scopesOfGroups(session.groups, terms.rules);
  return scopes.length === 0 ? { kind: 'over', because: 'no-access' } : { kind: 'valid', scopes, endsAtMs };
}
