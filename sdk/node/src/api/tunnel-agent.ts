import type { AgentOptions, RequestOptions } from 'node:http';
import https from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect } from 'node:tls';
import { askProxy } from './ask-proxy.ts';

/** More than any proxy takes; the request that waits for the connection has a limit of its own. */
const mostMs = 10_000;

/** Connections to an https monitor through a proxy, which sees the monitor's name and nothing else. */
export class TunnelAgent extends https.Agent {
  readonly #proxy: URL;

  constructor(proxy: URL, options: AgentOptions) {
    super(options);
    this.#proxy = proxy;
  }

  override createConnection(
    target: RequestOptions,
    connected: (error: Error | null, socket: Duplex) => void,
  ): undefined {
    const { host = '', port } = target;
    const path = `${host?.includes(':') ? `[${host}]` : host}:${port}`;
    // Without a socket there is no second argument; the type does not know that.
    const failed = (problem: string) => (connected as (error: Error) => void)(new Error(problem));
    const name = `the proxy ${this.#proxy.host}`;
    const request = askProxy(this.#proxy, { method: 'CONNECT', path, agent: false, headers: { host: path } });
    // Like every socket of the SDK, it keeps no process alive.
    request.once('socket', (socket) => socket.unref());
    const timer = setTimeout(() => request.destroy(new Error('no answer')), mostMs).unref();
    request.once('error', (error) => {
      clearTimeout(timer);
      failed(`${name}: ${error.message}`);
    });
    request.once('connect', ({ statusCode, statusMessage }, socket) => {
      clearTimeout(timer);
      if (statusCode === 200) return connected(null, connect({ ...(target as ConnectionOptions), socket }));
      socket.destroy();
      failed(`${name} answered ${statusCode} ${statusMessage}`);
    });
    request.end();
  }
}
