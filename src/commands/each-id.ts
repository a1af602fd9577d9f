/** So many failures are said one by one; more with the same reason are counted. */
const mostSaid = 3;

/** Acts on one id after the other: those that work are done, whatever the others do. */
export async function eachId<T>(
  ids: readonly string[],
  act: (id: string) => Promise<T>,
): Promise<{ done: T[]; failures: string[] }> {
  const done: T[] = [];
  const failed: { id: string; why: string }[] = [];
  for (const id of ids) {
    try {
      done.push(await act(id));
    } catch (error) {
      failed.push({ id, why: error instanceof Error ? error.message : String(error) });
    }
  }
  const byReason = [...Map.groupBy(failed, ({ why }) => why)];
  return {
    done,
    failures: byReason.flatMap(([why, of]) => {
      if (ids.length === 1) return [why];
      return of.length > mostSaid
        ? [`${of.length} of ${ids.length}: ${why}`]
        : of.map(({ id }) => `${id}: ${why}`);
    }),
  };
}
