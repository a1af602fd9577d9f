import type { SignInStatus } from '../../http/schemas/sign-in-status.ts';
import { toRequest } from './access.ts';
import { wayStore } from './way-store.ts';

/** Where people sign in, and what they call it. */
export type SignIn = NonNullable<SignInStatus['signIn']>;

/** The page waits for it before it shows anything. */
const timeoutMs = 4_000;

async function ask(path: string, method: 'GET' | 'POST'): Promise<unknown> {
  const { headers, credentials } = toRequest({ kind: 'session' });
  const response = await fetch(path, {
    ...{ method, headers, credentials },
    cache: 'no-store',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  return response.ok ? await response.json() : null;
}

/** The sign-in of people, as far as it is the page's business. */
export const signIn = {
  /** Whether people can sign in here, and who has; null: the monitor does not say. */
  async status(): Promise<{ signIn: SignIn | null; person: string | null } | null> {
    try {
      const said = (await ask('/sign-in/status', 'GET')) as Partial<SignInStatus> | null;
      if (said === null) return null;
      const { name, url } = said.signIn ?? {};
      const isWhole = typeof name === 'string' && typeof url === 'string' && isWebAddress(url);
      const person = said.person?.name;
      return { signIn: isWhole ? { name, url } : null, person: typeof person === 'string' ? person : null };
    } catch {
      return null;
    }
  },

  /** Ends the session; resolves to where to sign out at the provider too, if there is such a place. */
  async end(): Promise<{ kind: 'ended'; next: string | null } | { kind: 'unclear' }> {
    try {
      const said = (await ask('/sign-in/end', 'POST')) as { next?: unknown } | null;
      if (said === null) return { kind: 'unclear' };
      const { next } = said;
      return { kind: 'ended', next: typeof next === 'string' && isWebAddress(next) ? next : null };
    } catch {
      return { kind: 'unclear' };
    }
  },

  /** Keeps which page was open, because the way leads over other sites. */
  leave: () => wayStore.write(location.hash),

  /** Shows that page again, if no other is asked for. */
  comeBack(): void {
    const way = wayStore.take();
    if (way.startsWith('#') && location.hash === '') history.replaceState(null, '', way);
  },
};

/** An address of anything else could be a program. */
function isWebAddress(text: string): boolean {
  return /^https?:$/.test(URL.parse(text)?.protocol ?? '');
}
