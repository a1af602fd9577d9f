import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A person who signed in acts under that name, whatever a request says of who does it. */
export function actAsPerson(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    // Only where people act: other requests are not held up for it.
    if (route.config?.scope !== 'operate') return;
    route.preHandler = [route.preHandler ?? [], useOwnName].flat();
  });
}

async function useOwnName({ person, body }: FastifyRequest): Promise<void> {
  if (person !== null && typeof body === 'object' && body !== null && 'by' in body) body.by = person.name;
}
