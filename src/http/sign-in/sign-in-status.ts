import type { FastifyInstance } from 'fastify';
import type { SignIn } from '../ports.ts';
import type { SignInStatus } from '../schemas/sign-in-status.ts';
import { isFromOurPage } from './is-from-our-page.ts';

/** GET /sign-in/status: whether people can sign in, and whether somebody has. It is always there. */
export function signInStatusRoute(app: FastifyInstance, signIn: SignIn | null): void {
  app.get(
    '/sign-in/status',
    { config: { scope: 'none' }, schema: { hide: true } },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (signIn === null) return { signIn: null, person: null } satisfies SignInStatus;
      const id = isFromOurPage(request, signIn.origin) ? signIn.cookies.sessionOf(request) : null;
      const found = id === null ? null : await signIn.sessions.find(id);
      return {
        // The whole address: the provider leads back to that host, and only there the cookies are.
        signIn: { name: signIn.name, url: `${signIn.origin}/sign-in` },
        person: found === null ? null : { name: found.person.name },
      } satisfies SignInStatus;
    },
  );
}
