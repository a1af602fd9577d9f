import type { ApiKey } from '../monitor/wire-types.ts';
import { KeepFocus } from '../page/keep-focus.tsx';
import { usePage } from '../page/page-context.ts';
import { Title } from '../page/title.tsx';
import { KeyRecord } from './key-record.tsx';
import { NewKey } from './new-key.tsx';

/** `#/keys`: who may call the monitor. */
export function KeysView({ keys }: { keys: readonly ApiKey[] }) {
  const { caller } = usePage();
  return (
    <>
      <Title>{keys.length === 1 ? '1 API key' : `${keys.length} API keys`}</Title>
      <p class="under">
        Who may call the monitor. A key itself is shown once, when it is made; the monitor keeps only its
        hash.
      </p>
      <NewKey />
      <KeepFocus>
        <ul class="rows records" aria-label="API keys">
          {keys.map((key) => (
            <KeyRecord key={key.keyId} of={key} isOwn={key.keyId === caller.value?.keyId} />
          ))}
        </ul>
      </KeepFocus>
    </>
  );
}
