import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { ActBar } from '../acts/act-bar.tsx';
import { channelActs } from '../acts/channel-acts.ts';
import { ToldLine } from '../acts/told-line.tsx';
import { useSending } from '../acts/use-sending.ts';
import { FormOfKind } from '../channel-form/form-of-kind.tsx';
import type { Channel } from '../monitor/wire-types.ts';
import { FactList } from '../parts/fact-list.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { factsOfChannel } from './facts-of-channel.tsx';
import { lookOfChannel } from './look-of-channel.ts';

/** One channel: what it sent, what it could not send, what waits for it, and what can be done about it. */
export function ChannelCard({ channel }: { channel: Channel }) {
  const look = lookOfChannel(channel);
  const isOurs = channel.origin === 'api';
  // As it was when the form was opened: what was seen is what is changed.
  const changed = useSignal<Channel | null>(null);
  const sending = useSending();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <li class={`card edge-${look.status.toLowerCase()}${changed.value === null ? '' : ' open'}`}>
      <div class="card-head">
        <StatusChip {...look} />
        <h2>
          <bdi>{channel.channelId}</bdi>
        </h2>
        <span class="hint">
          {channel.type}, {isOurs ? 'made here' : 'of monitor.yaml'}
        </span>
      </div>
      {channel.problem != null && (
        <p class="fault">
          It is not used: <bdi>{channel.problem}</bdi>
        </p>
      )}
      <FactList facts={factsOfChannel(channel)} />
      <LastError {...channel} />
      <TemplateError {...channel} />
      <ActBar label={`What to do with the channel ${channel.channelId}`} acts={channelActs(channel)}>
        {isOurs && (
          <button
            ref={button}
            type="button"
            aria-expanded={changed.value !== null}
            onClick={() => {
              sending.forget();
              changed.value = changed.value === null ? channel : null;
            }}
          >
            Change
          </button>
        )}
      </ActBar>
      {changed.value !== null && (
        <FormOfKind
          type={channel.type}
          channel={changed.value}
          sending={sending}
          close={() => {
            changed.value = null;
            button.current?.focus();
          }}
        />
      )}
      {changed.value === null && <ToldLine told={sending.told} />}
    </li>
  );
}

function LastError({ lastError }: Channel) {
  if (lastError === null) return null;
  const { at, reason, answer } = lastError;
  return (
    <p class="last-error">
      <span class="hint">
        Last error, <TimeOf at={at} />
      </span>
      <bdi>{reason}</bdi>
      {answer !== null && (
        <span class="hint">
          It was answered <bdi>{answer}</bdi>
        </span>
      )}
    </p>
  );
}

/** A node of a version before does not say it. */
function TemplateError({ templateError }: Partial<Pick<Channel, 'templateError'>>) {
  if (templateError == null) return null;
  return (
    <p class="last-error">
      <span class="hint">
        Its template failed, so that message has the usual words, <TimeOf at={templateError.at} />
      </span>
      <bdi>{templateError.reason}</bdi>
    </p>
  );
}
