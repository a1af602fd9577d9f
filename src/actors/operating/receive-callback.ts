import type { CallbackAct, CallbackReader, CallbackReading, SeenCallbacks } from '../ports/callbacks.ts';
import type { Log } from '../ports/observability.ts';
import type { ActOnCallback, CallbackOutcome } from './act-on-callback.ts';

/** What the provider is answered. */
export type CallbackReply =
  /** There is no such channel, or the provider did not send it; nobody is told which. */
  { kind: 'unverified' } | { kind: 'nothing' } | { kind: 'done'; answer: object | null };

/** Does what a request asks for, as the caller writes down who did it. */
export type PerformAct = (
  act: CallbackAct,
  perform: () => Promise<CallbackOutcome>,
) => Promise<CallbackOutcome>;

export type ReceiveCallback = (
  channelId: string,
  request: { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer },
  perform: PerformAct,
) => Promise<CallbackReply>;

const tellTimeoutMs = 5_000;

/** Ours are; a pager also says what people do about alerts of others. */
const anId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** So often is a channel named whose requests cannot be verified: somebody else may send as many as they like. */
const warnEveryMs = 60_000;

/** Takes what a provider sends back: only what it can be shown to have sent, and each request once. */
export function createReceiveCallback(parts: {
  /** Null: there is no such channel, or its provider sends nothing that can be verified. */
  readerOf: (channelId: string) => CallbackReader | null;
  seen: SeenCallbacks;
  actOnCallback: ActOnCallback;
  log: Log;
}): ReceiveCallback {
  const { seen, log } = parts;
  const warnedAtMs = new Map<string, number>();

  return async function receiveCallback(channelId, request, perform) {
    const reader = parts.readerOf(channelId);
    if (reader === null) return { kind: 'unverified' };
    const nowMs = await seen.now();
    const reading = reader.read({ ...request, nowMs });
    if (reading.kind === 'unverified') {
      warn(channelId, reading.because, nowMs);
      return { kind: 'unverified' };
    }
    if (reading.kind === 'nothing' || !anId.test(reading.act.about)) return { kind: 'nothing' };
    // A repetition: the first is done, or is being done.
    if (!(await seen.isFirst(channelId, reading.seal))) return { kind: 'nothing' };
    let outcome: CallbackOutcome;
    try {
      outcome = await perform(reading.act, () => parts.actOnCallback(channelId, reading.act));
    } catch (error) {
      await seen.forget(channelId, reading.seal).catch(() => undefined);
      throw error;
    }
    void tell(channelId, reading, outcome);
    return { kind: 'done', answer: reading.answer?.(outcome.words) ?? null };
  };

  function warn(channelId: string, because: string, nowMs: number): void {
    if (nowMs - (warnedAtMs.get(channelId) ?? -warnEveryMs) < warnEveryMs) return;
    warnedAtMs.set(channelId, nowMs);
    log.warn({ channelId, reason: because }, 'a request to the callback of a channel was not accepted');
  }

  async function tell(
    channelId: string,
    { tell: tellPerson }: Extract<CallbackReading, { kind: 'act' }>,
    { words }: CallbackOutcome,
  ): Promise<void> {
    try {
      await tellPerson?.(words, AbortSignal.timeout(tellTimeoutMs));
    } catch (error) {
      log.warn({ channelId, error }, 'could not tell a person what became of a button');
    }
  }
}
