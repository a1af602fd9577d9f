import { formatDuration } from '../../domain/duration.ts';
import { ActBar } from '../acts/act-bar.tsx';
import { channelActs } from '../acts/channel-acts.ts';
import type { Channel } from '../monitor/wire-types.ts';
import { type Fact, FactList } from '../parts/fact-list.tsx';
import { StatusChip } from '../parts/status-chip.tsx';
import { TimeOf } from '../parts/time-of.tsx';
import { localTime } from '../wording/local-time.ts';
import { lookOfChannel } from './look-of-channel.ts';

/** One channel: what it sent, what it could not send, and what waits for it. */
export function ChannelCard({ channel }: { channel: Channel }) {
  const look = lookOfChannel(channel);
  return (
    <li class={`card edge-${look.status.toLowerCase()}`}>
      <div class="card-head">
        <StatusChip {...look} />
        <h2>
          <bdi>{channel.channelId}</bdi>
        </h2>
        <span class="hint">{channel.type}</span>
      </div>
      <FactList facts={factsOf(channel)} />
      <LastError {...channel} />
      <TemplateError {...channel} />
      <ActBar label={`What to do with the channel ${channel.channelId}`} acts={channelActs(channel)} />
    </li>
  );
}

function factsOf(channel: Channel): Fact[] {
  const { lastDelaySeconds, circuitOpenSince, nextAttemptAt, lastProof } = channel;
  const facts: (Fact | false)[] = [
    { name: 'Last success', value: <TimeOf at={channel.lastSentAt} /> },
    lastDelaySeconds !== null && {
      name: 'Delay of the last',
      value: formatDuration(lastDelaySeconds * 1000),
    },
    { name: 'Waiting', value: <Waiting {...channel} /> },
    circuitOpenSince !== null && { name: 'Circuit open since', value: <TimeOf at={circuitOpenSince} /> },
    nextAttemptAt !== null && {
      name: 'Next attempt',
      value: <TimeOf at={nextAttemptAt} say={localTime.clock} />,
    },
    { name: 'Last test', value: <TimeOf at={channel.lastTestAt} /> },
    { name: 'Confirmed by a person', value: lastProof === null ? 'not yet' : <Proof {...lastProof} /> },
  ];
  return facts.filter((fact) => fact !== false);
}

function Waiting({ waiting, waitingSince }: Channel) {
  if (waiting === 0) return <>nothing</>;
  return (
    <>
      {waiting === 1 ? '1 message' : `${waiting} messages`}
      {waitingSince !== null && (
        <span class="hint">
          {' '}
          the oldest <TimeOf at={waitingSince} />
        </span>
      )}
    </>
  );
}

function Proof({ at, by, how }: NonNullable<Channel['lastProof']>) {
  return (
    <>
      <TimeOf at={at} />
      <span class="hint">
        {' '}
        by <bdi>{by}</bdi>, {how === 'drill' ? 'in a drill' : 'who acknowledged a message'}
      </span>
    </>
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

function TemplateError({ templateError }: Channel) {
  if (templateError === null) return null;
  return (
    <p class="last-error">
      <span class="hint">
        Its template failed, so that message has the usual words, <TimeOf at={templateError.at} />
      </span>
      <bdi>{templateError.reason}</bdi>
    </p>
  );
}
