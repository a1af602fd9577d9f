import { StatusIcon } from './status-icon.tsx';

/** A status as colour, shape and word. `word`: when something else than the status itself is to be read. */
export function StatusChip({ status, word = status }: { status: string; word?: string }) {
  return (
    <span class={`chip tone-${status.toLowerCase()}`}>
      <StatusIcon status={status} />
      {word}
    </span>
  );
}
