import { isUtf8 } from 'node:buffer';
import { problemSchema } from '../../../src/http/schemas/with-problems.ts';
import type { Answer } from '../answers-in.ts';
import type { Outcome } from './fire.ts';
import type { Shot } from './shots.ts';

/** What is wrong with what came back; empty: nothing. */
export function judge(
  shot: Shot,
  outcome: Outcome,
  { key, livingId }: { key: string; livingId: string },
): string[] {
  const faults: string[] = [];
  if (outcome.end === 'hung') faults.push('hung');
  if (outcome.end === 'refused') faults.push('the connection was refused');
  if (outcome.rest !== '') faults.push(`not an answer: ${JSON.stringify(outcome.rest.slice(0, 200))}`);
  // Nothing but line ends is no request, and needs no answer.
  const isEmpty = /^[\r\n]*$/.test(shot.bytes.toString('latin1'));
  if (outcome.answers.length === 0 && !(isEmpty && !shot.staysOpen)) faults.push('closed without an answer');
  const [first] = outcome.answers;
  if (first !== undefined && first.status !== 200 && isSignOfLife(shot, key, livingId)) {
    faults.push(`a sign of life is answered ${first.status}`);
  }
  return [...faults, ...outcome.answers.flatMap((answer) => faultsOf(answer, key))];
}

const heartbeat =
  /^POST \/api\/services\/heartbeat HTTP\/1\.1\r\nHost: [^\r\n]+\r\nX-API-Key: ([^\r\n]+)\r\nContent-Type: application\/json\r\nContent-Length: (\d+)\r\n\r\n/;

/** Whether it is one right request, with the key, whose JSON has the id of the instance: what else it has is no matter. */
function isSignOfLife({ bytes, staysOpen }: Shot, key: string, livingId: string): boolean {
  const [head, sentKey, length] = heartbeat.exec(bytes.toString('latin1')) ?? [];
  const body = bytes.subarray(head?.length ?? 0);
  if (staysOpen || sentKey !== key || Number(length) !== body.length || body.length > 64 * 1024) return false;
  if (!isUtf8(body)) return false;
  try {
    const { instanceId } = JSON.parse(body.toString('utf8')) as { instanceId?: unknown };
    return typeof instanceId === 'string' && instanceId.toLowerCase() === livingId;
  } catch {
    return false;
  }
}

function faultsOf({ status, headers, body, text }: Answer, key: string): string[] {
  const faults: string[] = [];
  if (status >= 500) faults.push(`answered ${status}`);
  if (text.includes(key)) faults.push('an answer repeats the key');
  if (status < 400) return faults;
  if (!headers['content-type']?.startsWith('application/problem+json'))
    faults.push(`${status} is no problem`);
  else if (body !== '') faults.push(...bodyFaults(status, body));
  for (const [name, value] of [
    ['cache-control', 'no-store'],
    ['x-content-type-options', 'nosniff'],
  ] as const) {
    if (headers[name] !== value) faults.push(`${status} without ${name}: ${value}`);
  }
  return faults;
}

function bodyFaults(status: number, body: string): string[] {
  try {
    const problem = problemSchema.strict().parse(JSON.parse(body));
    return problem.status === status ? [] : [`the body of ${status} says ${problem.status}`];
  } catch (error) {
    return [`the body of ${status} is no problem: ${String(error).slice(0, 200)}`];
  }
}
