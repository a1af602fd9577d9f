import { problemSchema } from '../../../src/http/schemas/problem-schema.ts';
import type { Answer } from '../answers-in.ts';
import type { Outcome } from './fire.ts';
import type { Shot } from './shots.ts';

/** What is wrong with what came back; empty: nothing. */
export function judge(shot: Shot, outcome: Outcome, key: string): string[] {
  const faults: string[] = [];
  if (outcome.end === 'hung') faults.push('hung');
  if (outcome.end === 'refused') faults.push('the connection was refused');
  if (outcome.rest !== '') faults.push(`not an answer: ${JSON.stringify(outcome.rest.slice(0, 200))}`);
  // Nothing but line ends is no request, and needs no answer.
  const isEmpty = /^[\r\n]*$/.test(shot.bytes.toString('latin1'));
  if (outcome.answers.length === 0 && !(isEmpty && !shot.staysOpen)) faults.push('closed without an answer');
  return [...faults, ...outcome.answers.flatMap((answer) => faultsOf(answer, key))];
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
