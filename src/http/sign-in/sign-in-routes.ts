import cookiePlugin from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { StoreUnavailable } from '../../actors/ports/store-errors.ts';
import { scopesOfGroups } from '../../domain/sign-in/access.ts';
import { networkOf } from '../network-of.ts';
import type { SignIn } from '../ports.ts';
import { ProblemError } from '../problem-error.ts';
import { RateLimiter } from '../rate-limiter.ts';
import { isFromOurPage } from './is-from-our-page.ts';
import { pageOfOutcome, type SignInOutcome } from './page-of-outcome.ts';
import { personOfClaims } from './person-of-claims.ts';
import { renderSignInPage, signInPageHeaders } from './sign-in-page.ts';
import { signInStatusRoute } from './sign-in-status.ts';

/** Sign-ins of one network a minute, and at once: each makes the monitor ask the provider. */
const perMinute = 120;
const atOnce = 60;

/** Without a provider there is only the route that says so. */
export async function signInRoutes(app: FastifyInstance, signIn: SignIn | null): Promise<void> {
  signInStatusRoute(app, signIn);
  if (signIn !== null) await providerRoutes(app, signIn);
}

/**
 * GET /sign-in leads to the provider, which leads back to GET /sign-in/callback. That answers with a page and not with
 * a redirect: the cookie of a session does not go with a request that another site has caused. No address in a request
 * says where to go next, so nobody can be led elsewhere.
 */
async function providerRoutes(app: FastifyInstance, signIn: SignIn): Promise<void> {
  const { provider, sessions, cookies, terms, meter } = signIn;
  const calls = new RateLimiter(perMinute, atOnce);
  const open = { config: { scope: 'none' as const }, schema: { hide: true } };

  function show(request: FastifyRequest, reply: FastifyReply, outcome: SignInOutcome): FastifyReply {
    meter.signIn(outcome.kind);
    if ('why' in outcome) {
      const { kind, why } = outcome;
      const line = { outcome: kind, why, requestId: request.id };
      if (kind === 'unavailable')
        request.log.warn(line, 'the OpenID Connect provider does not work as it should');
      else request.log.info(line, 'a sign-in did not succeed');
    }
    const page = pageOfOutcome(outcome, signIn.name);
    return reply.code(page.status).headers(signInPageHeaders).send(renderSignInPage(page));
  }

  function limited(request: FastifyRequest): SignInOutcome | null {
    const waitMs = calls.take(networkOf(request.ip), performance.now());
    return waitMs === 0 ? null : { kind: 'rate-limited', waitMs };
  }

  /** The person of what the provider said, with a session if the groups allow one. */
  async function settle(request: FastifyRequest, reply: FastifyReply): Promise<SignInOutcome> {
    const pending = cookies.pendingOf(request);
    cookies.clearPending(reply);
    if (pending === null) return { kind: 'refused', why: 'no sign-in of this browser is under way' };
    const finished = await provider.finish(new URLSearchParams(request.url.split('?')[1]), pending);
    if (finished.kind !== 'known') return finished;
    const person = personOfClaims(finished.claims, signIn.groupsClaim);
    const { name, subject, groups } = person;
    const scopes = scopesOfGroups(groups, terms.rules);
    if (scopes.length === 0) {
      request.log.info({ name, subject, groups: groups.length }, 'a person without access was turned away');
      return { kind: 'no-access', person };
    }
    try {
      const before = cookies.sessionOf(request);
      if (before !== null) await sessions.end(before);
      cookies.setSession(reply, await sessions.begin(person, finished.idToken), terms.lifetimeMs);
    } catch (error) {
      if (error instanceof StoreUnavailable) return { kind: 'no-store' };
      throw error;
    }
    request.log.info({ name, subject, scopes }, 'a person signed in');
    return { kind: 'succeeded', person };
  }

  await app.register(async (pages) => {
    await pages.register(cookiePlugin, { hook: false });

    pages.get('/sign-in', open, async (request, reply) => {
      const begun = limited(request) ?? (await provider.begin(request.url.includes('?again')));
      if (begun.kind !== 'ready') return show(request, reply, begun);
      meter.signIn('begun');
      cookies.setPending(reply, begun.pending);
      return reply.header('cache-control', 'no-store').redirect(begun.url, 302);
    });

    pages.get('/sign-in/callback', open, async (request, reply) =>
      show(request, reply, limited(request) ?? (await settle(request, reply))),
    );

    pages.post('/sign-in/end', open, async (request, reply) => {
      if (!isFromOurPage(request, signIn.origin)) {
        meter.refusedSession('other-site');
        throw new ProblemError('forbidden', 'Only the page of the monitor may end a session.');
      }
      const id = cookies.sessionOf(request);
      const ended = id === null ? null : await sessions.end(id);
      cookies.clearSession(reply);
      if (ended !== null) {
        meter.signIn('signed-out');
        request.log.info({ name: ended.name, subject: ended.subject }, 'a person signed out');
      }
      const next = ended === null ? null : await provider.signOutUrl(ended.idToken);
      return reply.header('cache-control', 'no-store').send({ next });
    });
  });
}
