import { sdkVersion } from '../sdk-version.ts';
import type { Answer } from './answer.ts';
import { answerOf } from './answer-of.ts';
import type { Outgoing } from './exchange.ts';
import { HttpConnection } from './http-connection.ts';
import { parseReply } from './parse-reply.ts';
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
  close(): void;
}

export function monitorApi(baseUrl: URL, apiKey: string): MonitorApi {
  const connection = new HttpConnection(baseUrl.protocol);
  const userAgent = `service-monitor-node/${sdkVersion} (node ${process.versions.node}; ${process.platform})`;
  const common = { 'x-api-key': apiKey, accept: 'application/json', 'user-agent': userAgent };

  const send = (method: Outgoing['method'], path: string, body: object | null, limits: Limits) => {
    const json = body === null ? null : JSON.stringify(body);
    const content =
      json === null
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(json)) };
    const url = new URL(path, baseUrl);
    return connection.send({ method, url, headers: { ...common, ...content }, body: json, ...limits });
  };

  return {
    register: async (body, limits) =>
      answerOf(await send('POST', 'api/services/register', body, limits), parseReply.registration),
    heartbeat: async (body, limits) =>
      answerOf(await send('POST', 'api/services/heartbeat', body, limits), parseReply.heartbeat),
    stop: async (instanceId, limits) =>
      answerOf(
        await send('DELETE', `api/instances/${encodeURIComponent(instanceId)}`, null, limits),
        parseReply.stop,
      ),
    close: () => connection.close(),
  };
}
