import { sdkVersion } from '../sdk-version.ts';
import type { Answer } from './answer.ts';
import { answerOf } from './answer-of.ts';
import type { ApiKey } from './api-key.ts';
import type { Outgoing } from './exchange.ts';
import { HttpConnection } from './http-connection.ts';
import { parseReply } from './parse-reply.ts';
import { addressOf } from './problem-of.ts';
import type { HeartbeatBody, HeartbeatReply, RegistrationBody, RegistrationReply } from './wire.ts';

export interface Limits {
  timeoutMs: number;
  signal: AbortSignal;
}

/** The three calls of the SDK. None throws. */
export interface MonitorApi {
  register(body: RegistrationBody, limits: Limits): Promise<Answer<RegistrationReply>>;
  heartbeat(body: HeartbeatBody, limits: Limits): Promise<Answer<HeartbeatReply>>;
  stop(instanceId: string, limits: Limits): Promise<Answer<true>>;
  /** Reads the key again; returns whether it is another one now. */
  renewKey(): boolean;
  close(): void;
}

/** @param proxy Null: none stands between. */
export function monitorApi(baseUrl: URL, proxy: URL | null, apiKey: ApiKey): MonitorApi {
  const connection = new HttpConnection(baseUrl, proxy);
  const userAgent = `service-monitor-node/${sdkVersion} (node ${process.versions.node}; ${process.platform})`;
  const common = { accept: 'application/json', 'user-agent': userAgent };

  async function ask<T>(
    method: Outgoing['method'],
    path: string,
    body: object | null,
    limits: Limits,
    parse: (body: unknown) => T | null,
  ): Promise<Answer<T>> {
    const json = body === null ? null : JSON.stringify(body);
    const content =
      json === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) };
    const url = new URL(path, baseUrl);
    const headers = { 'x-api-key': apiKey.text, ...common, ...content };
    const exchange = await connection.send({ method, url, headers, body: json, ...limits });
    const answer = answerOf(exchange, parse, `${method} ${addressOf(url)}`);
    apiKey.heard(answer.kind);
    return answer;
  }

  return {
    register: (body, limits) => ask('POST', 'api/services/register', body, limits, parseReply.registration),
    heartbeat: (body, limits) => ask('POST', 'api/services/heartbeat', body, limits, parseReply.heartbeat),
    stop: (instanceId, limits) =>
      ask('DELETE', `api/instances/${encodeURIComponent(instanceId)}`, null, limits, parseReply.stop),
    renewKey: () => apiKey.renew(),
    close: () => connection.close(),
  };
}
