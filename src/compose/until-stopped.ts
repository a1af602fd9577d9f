/** What `work` comes to; once told to stop, it is not waited for any more, and that is the error. */
export async function untilStopped<T>(work: Promise<T>, stopping: AbortSignal): Promise<T> {
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = () => reject(stopping.reason as Error);
  stopping.addEventListener('abort', stop);
  if (stopping.aborted) stop();
  try {
    return await Promise.race([work, stopped]);
  } finally {
    stopping.removeEventListener('abort', stop);
  }
}
