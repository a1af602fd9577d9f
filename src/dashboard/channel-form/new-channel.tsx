import { useSignal } from '@preact/signals';
import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { ToldLine } from '../acts/told-line.tsx';
import { useSending } from '../acts/use-sending.ts';
import type { ChannelKinds } from '../monitor/wire-types.ts';
import { type Read, useReading } from '../page/use-reading.ts';
import { FormOfKind } from './form-of-kind.tsx';

/** Makes a channel; or says what has to be set before one can be made. */
export function NewChannel() {
  const kinds = useReading('kinds', (client, signal) => client.one('kinds', '/api/channel-kinds', signal));
  return <div class="card new-key">{contentOf(kinds)}</div>;
}

function contentOf(kinds: Read<ChannelKinds>) {
  if (kinds.kind === 'reading') return <p class="hint">Reading …</p>;
  if (kinds.kind === 'failed')
    return (
      <p class="hint">
        Channels cannot be made here: <bdi>{kinds.reason}</bdi>
      </p>
    );
  if (!kinds.value.secretKeySet) return <SecretKeyMissing />;
  return <Making kinds={kinds.value.items} />;
}

function SecretKeyMissing() {
  return (
    <p>
      To make and change channels here, set <code>MONITOR_SECRET_KEY</code> on every node and start them
      again: the monitor encrypts the secrets of channels with it. <code>openssl rand -base64 32</code> makes
      one. Until then name channels in <code>monitor.yaml</code>.
    </p>
  );
}

function Making({ kinds }: { kinds: ChannelKinds['items'] }) {
  const sending = useSending();
  const isOpen = useSignal(false);
  const type = useSignal('');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const choice = useRef<HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (isOpen.value) choice.current?.focus();
  }, [isOpen.value]);

  function close(): void {
    isOpen.value = false;
    type.value = '';
    button.current?.focus();
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        class={isOpen.value ? '' : 'main'}
        aria-expanded={isOpen.value}
        onClick={() => {
          sending.forget();
          if (isOpen.value) close();
          else isOpen.value = true;
        }}
      >
        Add a channel
      </button>
      {isOpen.value && (
        <div class="choose-kind">
          <label for={id}>What kind of channel?</label>
          <select ref={choice} id={id} onChange={({ currentTarget }) => (type.value = currentTarget.value)}>
            <option value="">Choose …</option>
            {kinds.map((kind) => (
              <option key={kind.type} value={kind.type}>
                {kind.title}
              </option>
            ))}
          </select>
        </div>
      )}
      {isOpen.value && type.value !== '' && (
        <FormOfKind type={type.value} channel={null} sending={sending} close={close} />
      )}
      {!isOpen.value && <ToldLine told={sending.told} />}
    </>
  );
}
