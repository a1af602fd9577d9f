import type { FastifyRequest } from 'fastify';
import type { SignIn } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { isFromOurPage } from './is-from-our-page.ts';
import type { SignedIn } from './session-ring.ts';

/** Who a request comes from by its session. Null at once: it brings none; later: the session has ended. */
export type FindSignedIn = (request: FastifyRequest) => Promise<SignedIn | null> | null;

/** Null: nobody can sign in. */
export function createFindSignedIn(signIn: SignIn | null): FindSignedIn | null {
  if (signIn === null) return null;
  const { cookies, sessions, origin, meter } = signIn;

  async function find(request: FastifyRequest, id: string): Promise<SignedIn | null> {
    if (!isFromOurPage(request, origin)) {
      meter.refusedSession('other-site');
      throw new ProblemError('forbidden', 'A session is good for requests of the monitor’s own page only.');
    }
    const signedIn = await sessions.find(id);
    if (signedIn !== null && request.routeOptions.config.isStream === true) sessions.watch(signedIn);
    return signedIn;
  }

  return (request) => {
    const { 'x-api-key': key, authorization } = request.headers;
    // Who names a key is judged by it.
    if (key !== undefined || authorization !== undefined) return null;
    const id = cookies.sessionOf(request);
    return id === null ? null : find(request, id);
  };
}
