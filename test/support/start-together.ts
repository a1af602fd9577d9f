/** What was started together, and ends together. */
type Started<T> = T & { stop(): Promise<void> };

/** Starts several things; `start` notes how each ends. What is there already ends too if one of them cannot be started. */
export async function startTogether<T extends object>(
  start: (ends: (() => unknown)[]) => Promise<T>,
): Promise<Started<T>> {
  const ends: (() => unknown)[] = [];
  const stop = async () => {
    for (const end of ends.toReversed()) await end();
  };
  try {
    return { ...(await start(ends)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
