/** Runs `stop` on the first of the signals, then gives the signal the effect it would have had. Returns the end of it. */
export function onSignals(signals: readonly NodeJS.Signals[], stop: () => Promise<unknown>): () => void {
  const end = () => {
    for (const signal of signals) process.removeListener(signal, onSignal);
  };
  const onSignal = (signal: NodeJS.Signals) => {
    end();
    // Whoever else listens decides how the process ends.
    const isOurs = process.listenerCount(signal) === 0;
    void stop().then(() => {
      if (isOurs) process.kill(process.pid, signal);
    });
  };
  for (const signal of signals) process.on(signal, onSignal);
  return end;
}
