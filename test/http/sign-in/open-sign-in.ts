import type { AddressInfo } from 'node:net';
import { freePort } from '../../support/free-port.ts';
import { openTestRedis } from '../../support/open-redis.ts';
import { startOidcProvider, type TestProvider } from '../../support/start-oidc-provider.ts';
import { composeApp } from '../compose-app.ts';

/** A node that serves people. */
export interface SignInNode extends Awaited<ReturnType<typeof composeApp>> {
  url: string;
}

/** Two nodes with one Redis, and a provider where Ada signs in, who is in the group `ops`. */
export interface SignInNodes {
  provider: TestProvider;
  one: SignInNode;
  other: SignInNode;
  /** Where people open the monitor: it is the first node. */
  origin: string;
  /** One more on the same Redis, with other settings. */
  startNode(more: Record<string, string>): Promise<SignInNode>;
  close(): Promise<void>;
}

export const ada = { sub: 'u1', email: 'ada@example.com', groups: ['ops'] };

export async function openSignIn(): Promise<SignInNodes> {
  const redis = await openTestRedis();
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const provider = await startOidcProvider(origin, ada);
  const settings = {
    ...provider.settings,
    ...{ REDIS_URL: redis.url, MONITOR_OIDC_NAME: 'Example Login' },
    MONITOR_OIDC_GROUPS: 'ops=operate,admins=admin',
  };
  const nodes: SignInNode[] = [];
  async function startNode(more: Record<string, string> = {}, at = 0): Promise<SignInNode> {
    const composed = await composeApp({ ...settings, ...more });
    await composed.app.listen({ host: '127.0.0.1', port: at });
    const { port: taken } = composed.app.server.address() as AddressInfo;
    const node = { ...composed, url: `http://127.0.0.1:${taken}` };
    nodes.push(node);
    return node;
  }
  return {
    ...{ provider, origin, startNode },
    one: await startNode({}, port),
    other: await startNode(),
    async close() {
      for (const node of nodes) await node.close();
      await provider.close();
      await redis.close();
    },
  };
}

/** What a node has counted. */
export async function countIn(node: SignInNode, name: string, label: string): Promise<number> {
  const { body } = await node.app.inject({ url: '/metrics', headers: { host: 'monitor' } });
  return Number(new RegExp(`^${name}\\{[^}]*"${label}"\\} (\\d+)`, 'm').exec(body)?.[1]);
}
