import type { Fault } from '../monitor/fetch-json.ts';

/** What is wrong, by the field in which it is. */
export interface FaultsOf {
  at(pointer: string): string | undefined;
  /** What belongs to no field of the form. */
  others: readonly string[];
}

/** Puts what the monitor refused beside the fields of a form, whose names are JSON pointers. */
export function faultsOf(faults: readonly Fault[], pointers: readonly string[]): FaultsOf {
  const found = new Map<string, string[]>();
  const others: string[] = [];
  for (const { pointer, message } of faults) {
    const field = nearest(pointer, pointers);
    if (field === undefined) others.push(pointer === '' ? message : `${pointer}: ${message}`);
    else found.set(field, [...(found.get(field) ?? []), message]);
  }
  return { at: (pointer) => found.get(pointer)?.join('; '), others };
}

/** `/to/1` is wrong in the field `/to`; `/oauth2`, which is missing as a whole, in the first one of it. */
function nearest(pointer: string, pointers: readonly string[]): string | undefined {
  const above = pointers.filter((each) => pointer === each || pointer.startsWith(`${each}/`));
  return (
    above.sort((a, b) => b.length - a.length)[0] ??
    (pointer === '' ? undefined : pointers.find((each) => each.startsWith(`${pointer}/`)))
  );
}
