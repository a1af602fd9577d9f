import type { FailedThing, Failures } from '../ports/failures.ts';

type What = Exclude<FailedThing['what'], 'delivery'>;

/** How many are worked on side by side, so that many do not crowd out everything else. */
const atOnce = 50;

/** Does something to each of many. One that fails keeps none of the others from its turn. */
export function createEachOf(failures: Failures) {
  return async function eachOf(
    what: What,
    ids: readonly string[],
    work: (id: string) => Promise<unknown>,
  ): Promise<void> {
    const one = async (id: string) => {
      try {
        await work(id);
      } catch (error) {
        await failures.failed({ what, id }, error);
      }
    };
    for (let from = 0; from < ids.length; from += atOnce) {
      await Promise.all(ids.slice(from, from + atOnce).map(one));
    }
  };
}
