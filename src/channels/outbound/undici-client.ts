import { Agent, type Dispatcher, request } from 'undici';
import { type AnswerTable, outcomeOfAnswer } from './answer-table.ts';
import { formatAnswer } from './format-answer.ts';
import type { Exchange, HttpClient, HttpClientOptions } from './http-client.ts';
import { httpConnector } from './http-connector.ts';
import type { HttpRequest } from './http-request.ts';
import { outcomeOfFailure } from './outcome-of-failure.ts';

/** More of an answer is not read: only its status counts. */
const answerLimitBytes = 64 * 1024;

/** As much of it as its first line may take, and as the JSON of a refusal does. */
const keptBytes = 16 * 1024;

const byStatus: AnswerTable = { rows: [] };

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
    { url, method = 'POST', headers = {}, body, secrets, answerBytes = keptBytes }: HttpRequest,
    signal: AbortSignal,
    answers: AnswerTable = byStatus,
  ): Promise<Exchange> {
    const startedAtMs = performance.now();
    try {
      const answer = await request(url, {
        ...{ dispatcher: agent, method, headers, signal },
        ...(body === undefined ? {} : { body }),
      });
      const said = await readSome(answer, answerBytes);
      const { statusCode: status } = answer;
      const value = readBody(said);
      const read = { status, headers: answer.headers, body: value };
      const judged = outcomeOfAnswer(read, answers, options.now());
      // Of JSON over several lines the first one says nothing.
      const line = typeof value === 'object' && said.includes('\n') ? JSON.stringify(value) : said;
      const outcome = { ...judged, answer: formatAnswer(status, line, { url, headers, secrets }) };
      return { outcome, body: value };
    } catch (error) {
      const elapsedMs = performance.now() - startedAtMs;
      return { outcome: outcomeOfFailure({ error, target: targetOf(url), elapsedMs, signal }) };
    }
  }
  return {
    exchange,
    post: async (message, signal) => (await exchange(message, signal)).outcome,
    get: async (url, signal) => (await exchange({ url, method: 'GET' }, signal)).outcome,
    close: () => agent.destroy(),
  };
}

function readBody(said: string): unknown {
  try {
    return JSON.parse(said);
  } catch {
    return said;
  }
}

/** The beginning of an answer. The receiver may finish it, within limits; the status has decided already. */
async function readSome({ body, headers }: Dispatcher.ResponseData, mostBytes: number): Promise<string> {
  const isText = /^(?:text\/plain|application\/(?:[\w.+-]+\+)?json)\b/i.test(
    String(headers['content-type'] ?? ''),
  );
  const kept: Buffer[] = [];
  let readBytes = 0;
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (isText && readBytes < mostBytes) kept.push(chunk.subarray(0, mostBytes - readBytes));
      readBytes += chunk.length;
      if (readBytes >= Math.max(answerLimitBytes, mostBytes)) break;
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
