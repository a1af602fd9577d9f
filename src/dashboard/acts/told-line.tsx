import type { Signal } from '@preact/signals';
import { StatusIcon } from '../parts/status-icon.tsx';
import type { Told } from './act.ts';

/** What became of an act, beside its button; who listens hears it too. */
export function ToldLine({ told }: { told: Signal<Told | null> }) {
  const { value } = told;
  return (
    <div class="told" role="status">
      {value !== null && (
        <p class={value.isBad ? 'tone-down' : 'tone-healthy'}>
          <StatusIcon status={value.isBad ? 'Down' : 'Healthy'} />
          <bdi>{value.text}</bdi>
        </p>
      )}
    </div>
  );
}
