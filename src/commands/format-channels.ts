import { formatDuration } from '../domain/duration.ts';
import { renderRows } from './render-rows.ts';
import type { Channel } from './wire.ts';

/** The channels as a table: whether each works, what waits, and when a person showed last that its messages arrive. */
export function formatChannels(
  channels: readonly Channel[],
  nowMs: number,
  columns: number | null = null,
): string {
  const ago = (time: string | null): string =>
    time === null ? 'never' : `${formatDuration(Math.max(0, nowMs - Date.parse(time)))} ago`;

  function proof({ lastProof }: Channel): string {
    return lastProof === null ? 'never' : `${ago(lastProof.at)} by ${lastProof.by} (${lastProof.how})`;
  }

  const rows = channels.map((channel) => [
    channel.channelId,
    channel.type,
    channel.origin,
    describe(channel, nowMs),
    describeWaiting(channel, nowMs),
    ago(channel.lastSentAt),
    channel.lastDelaySeconds === null ? '-' : formatDuration(channel.lastDelaySeconds * 1000),
    proof(channel),
  ]);
  return renderRows(
    ['ID', 'TYPE', 'FROM', 'STATE', 'WAITING', 'LAST SENT', 'DELAY', 'LAST PROOF BY A PERSON'],
    rows,
    columns,
  );
}

/** For the circuit of the channel, and for their next attempt. */
function describeWaiting({ waiting, waitingSince, retrying, nextRetryAt }: Channel, nowMs: number): string {
  const oldestMs = waitingSince === null ? 0 : Math.max(0, nowMs - Date.parse(waitingSince));
  const parts = [
    ...(waiting === 0 ? [] : [`${waiting}, the oldest ${formatDuration(oldestMs)} ago`]),
    ...(retrying === 0 ? [] : [`${retrying} to retry, ${describeNext(nextRetryAt, nowMs)}`]),
  ];
  return parts.length === 0 ? '-' : parts.join('; ');
}

function describeNext(at: string | null, nowMs: number): string {
  const inMs = at === null ? 0 : Date.parse(at) - nowMs;
  return inMs <= 0 ? 'the next now' : `the next in ${formatDuration(inMs)}`;
}

function describe(channel: Channel, nowMs: number): string {
  if (!channel.enabled) return 'switched off';
  if (channel.problem !== null && channel.origin === 'api') return `cannot be used: ${channel.problem}`;
  const { problem, templateError, lastTestError: test } = channel;
  const agoMs = test === null ? 0 : Math.max(0, nowMs - Date.parse(test.at));
  return [
    describeHealth(channel, nowMs),
    ...(test === null ? [] : [`its last test failed ${formatDuration(agoMs)} ago: ${test.reason}`]),
    ...(templateError === null ? [] : [`its template failed: ${templateError.reason}`]),
    ...(problem === null ? [] : [problem]),
  ].join('; ');
}

function describeHealth(
  { circuit, circuitOpenSince, nextAttemptAt, lastError, lastSentAt }: Channel,
  nowMs: number,
): string {
  const why = lastError === null ? '' : `: ${lastError.answer ?? lastError.reason}`;
  if (circuit === 'open') {
    const forMs = circuitOpenSince === null ? 0 : Math.max(0, nowMs - Date.parse(circuitOpenSince));
    const inMs = nextAttemptAt === null ? 0 : Math.max(0, Date.parse(nextAttemptAt) - nowMs);
    return `circuit open for ${formatDuration(forMs)}, next attempt in ${formatDuration(inMs)}${why}`;
  }
  if (lastError !== null && (lastSentAt === null || lastError.at > lastSentAt))
    return `last attempt failed${why}`;
  return lastSentAt === null ? 'no message yet' : 'works';
}
