import cookiePlugin, { type CookieSerializeOptions } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pending } from './provider.ts';

/** The two cookies of the sign-in. No script can read them, and they go to no other host. */
export interface SignInCookies {
  /** The id of a session; null: the browser has none. */
  sessionOf(request: FastifyRequest): string | null;
  /** Only with requests from our own pages. */
  setSession(reply: FastifyReply, id: string, lastsMs: number): void;
  clearSession(reply: FastifyReply): void;
  pendingOf(request: FastifyRequest): Pending | null;
  /** Also with the way back from the provider, which is another site. */
  setPending(reply: FastifyReply, pending: Pending): void;
  clearPending(reply: FastifyReply): void;
}

/** How long a person may take at the provider. */
const pendingSeconds = 15 * 60;

/** As `randomBytes` makes it: anything else is not looked up. */
const sessionId = /^[\w-]{43}$/;

const pendingText = /^([\w-]{20,128})\.([\w-]{20,128})\.([\w-]{43,128})$/;

/** `isSecure`: people open the monitor over https. Then a browser keeps others from setting these cookies. */
export function createSignInCookies(isSecure: boolean): SignInCookies {
  const prefix = isSecure ? '__Host-' : '';
  const names = { session: `${prefix}monitor-session`, pending: `${prefix}monitor-sign-in` };
  const options = { path: '/', httpOnly: true, secure: isSecure } as const;
  const strict = { ...options, sameSite: 'strict' } as const;
  const lax = { ...options, sameSite: 'lax' } as const;

  function valueOf({ headers }: FastifyRequest, name: string): string {
    // Most requests bring none, and need not be searched.
    return headers.cookie === undefined ? '' : (cookiePlugin.fastifyCookie.parse(headers.cookie)[name] ?? '');
  }

  function set(reply: FastifyReply, name: string, value: string, how: CookieSerializeOptions): void {
    void reply.setCookie(name, value, how);
  }

  return {
    sessionOf(request) {
      const id = valueOf(request, names.session);
      return sessionId.test(id) ? id : null;
    },
    setSession: (reply, id, lastsMs) =>
      set(reply, names.session, id, { ...strict, maxAge: Math.floor(lastsMs / 1_000) }),
    clearSession: (reply) => set(reply, names.session, '', { ...strict, maxAge: 0 }),
    pendingOf(request) {
      const [, state, nonce, verifier] = pendingText.exec(valueOf(request, names.pending)) ?? [];
      return state === undefined || nonce === undefined || verifier === undefined
        ? null
        : { state, nonce, verifier };
    },
    setPending: (reply, { state, nonce, verifier }) =>
      set(reply, names.pending, `${state}.${nonce}.${verifier}`, { ...lax, maxAge: pendingSeconds }),
    clearPending: (reply) => set(reply, names.pending, '', { ...lax, maxAge: 0 }),
  };
}
