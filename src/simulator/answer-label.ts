import type { Refusal } from './refusal.ts';

/** The label under which a refusal is counted: its status code, or the code of the error. */
export function answerLabel(refusal: Refusal): string {
  if (refusal.kind === 'unreachable') return refusal.reason;
  return refusal.kind === 'unknown-instance' ? '404' : String(refusal.statusCode);
}
