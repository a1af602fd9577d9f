import type { ComponentChildren } from 'preact';
import { formatDuration } from '../../domain/duration.ts';
import type { Channel } from '../monitor/wire-types.ts';
import type { Fact } from '../parts/fact-list.tsx';
import { TimeOf } from '../parts/time-of.tsx';

import { localTime } from '../wording/local-time.ts';

/** How a channel does, and of which services it is told beside its routes. */
export function factsOfChannel(channel: Channel): Fact[] {
  const { lastDelaySeconds, circuitOpenSince, nextAttemptAt, lastProof, retrying, match } = channel;
  const facts: (Fact | false)[] = [
    { name: 'Last success', value: <TimeOf at={channel.lastSentAt} /> },
    lastDelaySeconds !== null && {
      name: 'Delay of the last',
      value: formatDuration(lastDelaySeconds * 1000),
    },
    { name: 'Waiting', value: <Waiting {...channel} /> },
    retrying > 0 && { name: 'Trying again', value: <Retrying {...channel} /> },
    circuitOpenSince !== null && { name: 'Circuit open since', value: <TimeOf at={circuitOpenSince} /> },
    nextAttemptAt !== null && {
      name: 'Next attempt',
      value: <TimeOf at={nextAttemptAt} say={localTime.clock} />,
    },
    { name: 'Last test', value: <LastTest {...channel} /> },
    { name: 'Confirmed by a person', value: lastProof === null ? 'not yet' : <Proof {...lastProof} /> },
    match != null && { name: 'Told of', value: formatMatch(match) },
    channel.changedAt != null && { name: 'Changed', value: <Changed {...channel} /> },
  ];
  return facts.filter((fact) => fact !== false);
}

/** A node of a version before does not say that it failed. */
function LastTest({ lastTestAt, lastTestError }: Partial<Channel>) {
  if (lastTestError == null) return <TimeOf at={lastTestAt ?? null} />;
  return (
    <>
      failed <TimeOf at={lastTestError.at} />
      <span class="hint">
        {' '}
        <bdi>{lastTestError.reason}</bdi>
      </span>
    </>
  );
}

function Waiting({ waiting, waitingSince }: Channel) {
  if (waiting === 0) return <>nothing</>;
  return (
    <Counted count={waiting}>
      {waitingSince !== null && (
        <>
          the oldest <TimeOf at={waitingSince} />
        </>
      )}
    </Counted>
  );
}

/** They failed, and have times of their own; what waits for the circuit does not. */
function Retrying({ retrying, nextRetryAt }: Channel) {
  return (
    <Counted count={retrying}>
      {nextRetryAt !== null && (
        <>
          the next at <TimeOf at={nextRetryAt} say={localTime.clock} />
        </>
      )}
    </Counted>
  );
}

function Counted({ count, children }: { count: number; children: ComponentChildren }) {
  return (
    <>
      {count === 1 ? '1 message' : `${count} messages`}
      <span class="hint"> {children}</span>
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

function Changed({ changedAt, changedBy }: Channel) {
  return (
    <>
      <TimeOf at={changedAt} />
      {changedBy !== null && (
        <span class="hint">
          {' '}
          by <bdi>{changedBy}</bdi>
        </span>
      )}
    </>
  );
}

function formatMatch({ service, environment, labels = {} }: NonNullable<Channel['match']>): string {
  const named = Object.entries(labels).map(([name, value]) => `${name} ${value}`);
  const places = [
    service !== undefined && `service ${service}`,
    environment !== undefined && `environment ${environment}`,
  ];
  return [...places.filter((place) => place !== false), ...named].join(', ');
}
