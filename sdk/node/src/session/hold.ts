/** Keeps the process alive for at most so long, while something is awaited that must not get lost. Returns the end of it. */
export function hold(mostMs: number): () => void {
  const timer = setTimeout(() => undefined, mostMs);
  return () => clearTimeout(timer);
}
