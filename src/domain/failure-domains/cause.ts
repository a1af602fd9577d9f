import type { AttributeKind } from './late-instance.ts';

/** What fell silent: values of one attribute, or everything. `serviceId`: of which service it is a version. */
export type Cause =
  | { kind: AttributeKind; values: string[]; serviceId: string | null }
  | { kind: 'everything' };

/** The same text for the same cause. */
export function causeKey(cause: Cause): string {
  if (cause.kind === 'everything') return cause.kind;
  return JSON.stringify([cause.kind, cause.serviceId, ...cause.values]);
}

/** Whether two causes name the same place, or a part of it. */
export function overlaps(a: Cause, b: Cause): boolean {
  if (a.kind === 'everything' || b.kind === 'everything') return a.kind === b.kind;
  return (
    a.kind === b.kind && a.serviceId === b.serviceId && a.values.some((value) => b.values.includes(value))
  );
}
