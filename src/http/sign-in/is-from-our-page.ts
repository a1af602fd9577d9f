import type { FastifyRequest } from 'fastify';

/** What our page says in each request with a session. A page of another site cannot, without our leave. */
const ownHeader = 'x-monitor-page';

/**
 * Whether a request with the cookie of a session comes from a page of ours. The cookie itself comes with no request of
 * another site; this also keeps out other hosts of the same site, and browsers that know nothing of that. What only reads
 * may be opened by hand; who acts has to prove it.
 */
export function isFromOurPage({ method, headers }: FastifyRequest, ownOrigin: string): boolean {
  const { origin, 'sec-fetch-site': site } = headers;
  const reads = method === 'GET' || method === 'HEAD';
  if (origin !== undefined && origin !== ownOrigin) return false;
  if (site !== undefined && site !== 'same-origin' && !(reads && site === 'none')) return false;
  if (reads) return true;
  return (origin !== undefined || site !== undefined) && headers[ownHeader] !== undefined;
}
