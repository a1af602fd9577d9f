import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Log } from '../actors/ports/observability.ts';
import { StoreUnavailable } from '../actors/ports/store-errors.ts';

/** What a tick carries where a heartbeat carries metadata. */
export interface TickMetadata {
  partition: number;
  /** By the monitor's clock. */
  sentAtMs: number;
}

/** A tick that is not answered by then is given up: its connection may be dead. */
const timeoutMs = 10_000;

/** What goes wrong in many partitions at once is one line of log a second. */
const silenceMs = 1_000;

/**
 * Sends ticks to this node itself, on the way that heartbeats take: a new connection to its own socket, the whole of
 * HTTP, the line before Redis. Each partition has one under way, and the next is sent when it was answered, at most
 * once in `everyMs`: where heartbeats hang, ticks do. A tick counts from the reading of the clock before it is sent,
 * so nothing that holds it up, in this process or in Redis, counts as time in which we could hear.
 */
export function sendTicks(parts: {
  /** Where this node listens. */
  address: AddressInfo;
  keyText: string;
  partitions: number;
  everyMs: () => number;
  clock: (partition: number) => Promise<number>;
  log: Log;
}): { stop(): Promise<void> } {
  const { address, keyText, log } = parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  let saidAtMs = Number.NEGATIVE_INFINITY;

  async function tickOver(partition: number): Promise<void> {
    while (!signal.aborted) {
      const startedAtMs = performance.now();
      try {
        const body = bodyOf({ partition, sentAtMs: await parts.clock(partition) });
        await post(address, keyText, body, AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]));
      } catch (error) {
        complain(error);
      }
      const pauseMs = Math.max(0, startedAtMs + parts.everyMs() - performance.now());
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }

  function complain(error: unknown): void {
    if (signal.aborted || performance.now() - saidAtMs < silenceMs) return;
    saidAtMs = performance.now();
    log.warn({ error }, 'could not write the ingest tick');
  }

  const loops = Array.from({ length: parts.partitions }, (_, partition) => tickOver(partition));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}

/** As a heartbeat looks; the id is nobody's. */
function bodyOf(metadata: TickMetadata): string {
  return JSON.stringify({ instanceId: '00000000-0000-8000-8000-000000000000', metadata });
}

/** Resolves when the tick is stored. */
function post(address: AddressInfo, keyText: string, body: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: hostOf(address),
        port: address.port,
        path: '/api/services/heartbeat',
        method: 'POST',
        // Of its own, so that each tick stands in the queue of new connections and no proxy of the environment is asked.
        agent: false,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'x-api-key': keyText,
        },
        signal,
      },
      (response) => {
        response.resume();
        response.once('error', reject);
        response.once('end', () => {
          if (response.statusCode === 204) resolve();
          else reject(toError(response.statusCode));
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

function toError(status: number | undefined): Error {
  const message = `the tick was answered ${status}`;
  return status === 503 ? new StoreUnavailable(message) : new Error(message);
}

/** Who listens on all addresses, of either kind, listens on the one that is this machine's alone. */
function hostOf({ address }: AddressInfo): string {
  return address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address;
}
