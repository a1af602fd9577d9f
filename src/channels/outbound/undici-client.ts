import { Agent, type Dispatcher, request } from 'undici';
import type { AttemptOutcome } from '../../domain/retry-schedule.ts';
import { formatAnswer } from './format-answer.ts';
import type { HttpClient, HttpClientOptions } from './http-client.ts';
import { httpConnector } from './http-connector.ts';
import { outcomeOfFailure } from './outcome-of-failure.ts';
import { outcomeOfStatus, retryAfterMs } from './outcome-of-status.ts';

/** More of an answer is not read: only its status counts. */
const answerLimitBytes = 64 * 1024;

/** As much of it as its first line may take. */
const keptBytes = 2 * 1024;

/** A receiver that dawdles over the body of its answer is hung up on. */
const bodyTimeoutMs = 1_000;

/**
 * Opens a client of its own, one connection a message: pages are rare, and an idle connection is one that may be dead
 * when it is needed.
 */
export function openUndiciClient(options: HttpClientOptions): HttpClient {
  const agent = new Agent({
    connect: httpConnector(options.allowPrivateNetworks, options.resolve),
    allowH2: false,
    bodyTimeout: bodyTimeoutMs,
    // No keep-alive.
    pipelining: 0,
  });
  async function exchange(
    url: string,
    message: { method: 'GET' | 'POST'; headers?: Record<string, string>; body?: string },
    signal: AbortSignal,
  ): Promise<AttemptOutcome> {
    const startedAtMs = performance.now();
    try {
      const answer = await request(url, { dispatcher: agent, ...message, signal });
      const said = await readSome(answer);
      const wait = retryAfterMs([answer.headers['retry-after']].flat()[0], options.now());
      const outcome = outcomeOfStatus(answer.statusCode, wait);
      return { ...outcome, answer: formatAnswer(answer.statusCode, said, { url, headers: message.headers }) };
    } catch (error) {
      const elapsedMs = performance.now() - startedAtMs;
      return outcomeOfFailure({ error, target: targetOf(url), elapsedMs, signal });
    }
  }
  return {
    post: ({ url, headers, body }, signal) => exchange(url, { method: 'POST', headers, body }, signal),
    get: (url, signal) => exchange(url, { method: 'GET' }, signal),
    close: () => agent.destroy(),
  };
}

/** The beginning of an answer. The receiver may finish it, within limits; the status has decided already. */
async function readSome({ body, headers }: Dispatcher.ResponseData): Promise<string> {
  const isText = /^(?:text\/plain|application\/(?:[\w.+-]+\+)?json)\b/i.test(
    String(headers['content-type'] ?? ''),
  );
  const kept: Buffer[] = [];
  let readBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (isText && readBytes < keptBytes) kept.push(chunk.subarray(0, keptBytes - readBytes));
      readBytes += chunk.length;
      if (readBytes >= answerLimitBytes) break;
    }
  } catch {
    // It was cut off, or dawdled: what came of it is shown.
  }
  return Buffer.concat(kept).toString();
}

function targetOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
}
