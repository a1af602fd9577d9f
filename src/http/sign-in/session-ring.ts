import { randomBytes } from 'node:crypto';
import type { Log } from '../../actors/ports/observability.ts';
import type { Sessions } from '../../actors/ports/sessions.ts';
import type { ApiKey } from '../../domain/api-key.ts';
import { judgeSession, type Person, type Session, type SessionTerms } from '../../domain/sign-in/session.ts';
import { keyHash } from '../../key-hash.ts';

/** A person whose session holds. */
export interface SignedIn {
  /** What the person may do, in the form in which callers are known; it is bound to nothing, and in no store. */
  key: ApiKey;
  person: Pick<Person, 'name' | 'subject'>;
}

/** Why a request with a session is turned away. */
export type SessionRefusal = 'unknown' | 'expired' | 'settings' | 'no-access' | 'other-site';

/** The sessions of people as this node meets them. */
export interface SessionRing {
  /** Begins a session; resolves to its id, which only the browser gets to know. */
  begin(person: Person, idToken: string | null): Promise<string>;
  /** Who an id stands for, as the settings are now; null: nobody any more. */
  find(id: string): Promise<SignedIn | null>;
  /** Ends it everywhere; resolves to what it was. */
  end(id: string): Promise<Session | null>;
  /** A stream is open for this person: from now on `current` knows whether the session still holds. */
  watch(signedIn: SignedIn): void;
  current(keyId: string): ApiKey | null;
  close(): void;
}

/** Ends of sessions reach the streams of every node within this time and the next look at streams: well under 5 s. */
const lookEveryMs = 2_000;

/** Streams ask each second; who did not ask for so long has none any more. */
const forgetAfterMs = 10_000;

const idBytes = 32;

/** In Redis there is only the hash of an id: who reads there cannot use what stands there. */
export function openSessionRing(parts: {
  sessions: Sessions;
  terms: SessionTerms & { idleMs: number };
  refused: (reason: SessionRefusal) => void;
  log: Log;
}): SessionRing {
  const { sessions, terms, log } = parts;
  const watched = new Map<string, { signedIn: SignedIn; askedAtMs: number }>();
  let timer: NodeJS.Timeout | undefined;

  /** `isUse`: it lasts on; else this only looks. */
  async function read(idHash: string, isUse: boolean): Promise<SignedIn | null> {
    const found = await sessions.read(idHash);
    if (found === null) {
      parts.refused('unknown');
      return null;
    }
    const { session, idleLeftMs, nowMs } = found;
    const verdict = judgeSession(session, terms, nowMs);
    if (verdict.kind === 'over') {
      parts.refused(verdict.because);
      log.info({ name: session.name, because: verdict.because }, 'a session was ended');
      await sessions.end(idHash);
      return null;
    }
    const lastsMs = Math.min(terms.idleMs, verdict.endsAtMs - nowMs);
    // Not at each request, and also when the settings became shorter.
    if (isUse && Math.abs(lastsMs - idleLeftMs) > lastsMs / 10) await sessions.prolong(idHash, lastsMs);
    return toSignedIn(idHash, session, verdict);
  }

  async function look(): Promise<void> {
    for (const [keyId, { signedIn, askedAtMs }] of watched) {
      if (performance.now() - askedAtMs > forgetAfterMs) watched.delete(keyId);
      else {
        const now = await read(signedIn.key.hash, false);
        const entry = watched.get(keyId);
        if (now === null) watched.delete(keyId);
        else if (entry !== undefined) entry.signedIn = now;
      }
    }
  }

  function lookAgain(): void {
    timer = setTimeout(() => {
      look()
        .catch((error: unknown) => log.warn({ error }, 'could not read the sessions of open event streams'))
        .finally(() => {
          if (watched.size > 0 && timer !== undefined) lookAgain();
          else timer = undefined;
        });
    }, lookEveryMs);
  }

  return {
    async begin(person, idToken) {
      const id = randomBytes(idBytes).toString('base64url');
      const lastsMs = Math.min(terms.idleMs, terms.lifetimeMs);
      await sessions.begin(keyHash.of(id), { ...person, source: terms.source, idToken }, lastsMs);
      return id;
    },

    find: (id) => read(keyHash.of(id), true),

    async end(id) {
      const idHash = keyHash.of(id);
      const found = await sessions.read(idHash);
      await sessions.end(idHash);
      watched.delete(keyIdOfSession(idHash));
      return found?.session ?? null;
    },

    watch(signedIn) {
      watched.set(signedIn.key.keyId, { signedIn, askedAtMs: performance.now() });
      if (timer === undefined) lookAgain();
    },

    current(keyId) {
      const entry = watched.get(keyId);
      if (entry === undefined) return null;
      entry.askedAtMs = performance.now();
      return entry.signedIn.key;
    },

    close() {
      watched.clear();
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

/** Limits count sessions by it; no key has such an id. */
function keyIdOfSession(idHash: string): string {
  return `session-${idHash.slice(0, 16)}`;
}

function toSignedIn(
  idHash: string,
  session: Session,
  { scopes, endsAtMs }: { scopes: ApiKey['scopes']; endsAtMs: number },
): SignedIn {
  const { name, subject, startedAtMs } = session;
  const keyId = keyIdOfSession(idHash);
  const bounds = { environments: [], services: [], maxInstances: null };
  return {
    key: { keyId, hash: idHash, name, scopes, ...bounds, createdAtMs: startedAtMs, expiresAtMs: endsAtMs },
    person: { name, subject },
  };
}
