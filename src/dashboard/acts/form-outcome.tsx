import { ToldLine } from './told-line.tsx';
import type { Sending } from './use-sending.ts';

/** What became of a form that was sent. What is wrong stands beside its field, so it is only counted here. */
export function FormOutcome({ sending: { told, faults } }: { sending: Pick<Sending, 'told' | 'faults'> }) {
  const { length } = faults.value;
  if (length === 0) return <ToldLine told={told} />;
  return (
    <p class="fault" role="alert">
      It was not saved: {length === 1 ? 'one thing is' : `${length} things are`} not right.
    </p>
  );
}
