/**
 * Makes calls that never reject and take `timeoutMs` at most; then, or when one fails, the caller gets `otherwise`.
 * Behind a call that hangs no other is begun, so that calls do not pile up while a server is away.
 */
export function boundedCalls(
  timeoutMs: number,
  onError: (error: Error) => void,
): <T, Otherwise>(call: () => Promise<T>, otherwise: Otherwise) => Promise<T | Otherwise> {
  let hanging = 0;

  return async function within(call, otherwise) {
    if (hanging > 0) return otherwise;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<typeof otherwise>((resolve) => {
      timer = setTimeout(() => {
        hanging++;
        timer = undefined;
        resolve(otherwise);
      }, timeoutMs);
    });
    const made = call()
      .catch((error: unknown) => {
        onError(error instanceof Error ? error : new Error(String(error)));
        return otherwise;
      })
      .finally(() => {
        if (timer === undefined) hanging--;
        else clearTimeout(timer);
      });
    return Promise.race([made, late]);
  };
}
