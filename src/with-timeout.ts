/** What `work` comes to when that takes at most `withinMs`, else what `late` says. The timer never outlives the call. */
export async function withTimeout<T, Late>(
  work: Promise<T>,
  withinMs: number,
  late: () => Late,
): Promise<T | Late> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, withinMs);
  });
  try {
    return await Promise.race([work, expired.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}
