import http, { type Agent, type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { askProxy } from './ask-proxy.ts';
import { TunnelAgent } from './tunnel-agent.ts';

/** The way to the monitor, on one kept connection. */
export interface Route {
  readonly agent: Agent;
  request(url: URL, options: RequestOptions): ClientRequest;
}

const kept = { keepAlive: true, maxFreeSockets: 1 };

/** @param proxy Null: straight to the monitor. */
export function routeTo(monitor: URL, proxy: URL | null): Route {
  if (monitor.protocol === 'https:') {
    const agent = proxy === null ? new https.Agent(kept) : new TunnelAgent(proxy, kept);
    return { agent, request: (url, options) => https.request(url, { ...options, agent }) };
  }
  const agent = proxy?.protocol === 'https:' ? new https.Agent(kept) : new http.Agent(kept);
  if (proxy === null) return { agent, request: (url, options) => http.request(url, { ...options, agent }) };
  return {
    agent,
    // What is not secret a proxy passes on itself: the first line has the whole address.
    request: (url, options) =>
      askProxy(proxy, {
        ...options,
        ...{ agent, path: url.href },
        headers: { ...options.headers, host: url.host },
      }),
  };
}
