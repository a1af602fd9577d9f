/** Aborted by the first SIGTERM or SIGINT; a second one ends the process at once. */
export function endOfProcess(): AbortSignal {
  const ending = new AbortController();
  const end = () => {
    process.removeListener('SIGTERM', end);
    process.removeListener('SIGINT', end);
    ending.abort();
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  return ending.signal;
}
