/** Does the work for every item, never more than `limit` at a time; stops taking new items when aborted. */
export async function inParallel<T>(
  items: Iterable<T>,
  limit: number,
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = waiting.next(); !next.done && !signal.aborted; next = waiting.next()) {
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
}
