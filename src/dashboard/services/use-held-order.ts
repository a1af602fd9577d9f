import { useRef } from 'preact/hooks';

/**
 * The order in which a list was drawn last, for as long as it is held: a row must not move away from under a pointer. What
 * is new stands at the end until then. `view`: a list that is looked at in another way has its own order at once.
 */
export function useHeldOrder<T>(
  sorted: readonly T[],
  idOf: (item: T) => string,
  held: { isHeld: boolean; view: unknown },
) {
  const last = useRef<{ places: Map<string, number>; view: unknown }>({ places: new Map(), view: held.view });
  const { places, view } = last.current ?? { places: new Map<string, number>(), view: null };
  const placeOf = (item: T) => places.get(idOf(item)) ?? places.size;
  const shown =
    held.isHeld && view === held.view ? sorted.toSorted((a, b) => placeOf(a) - placeOf(b)) : sorted;
  last.current = { places: new Map(shown.map((item, i) => [idOf(item), i])), view: held.view };
  return shown;
}
