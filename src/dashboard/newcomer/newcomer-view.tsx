import type { Service } from '../monitor/wire-types.ts';
import { Title } from '../page/title.tsx';
import { StatusIcon } from '../parts/status-icon.tsx';
import { SnippetChooser } from './snippet-chooser.tsx';

interface Props {
  services: readonly Service[];
  /** Goes on to the list. */
  leave(): void;
}

/** What to do when there is no service yet. It turns green by itself when the first heartbeat comes. */
export function NewcomerView({ services, leave }: Props) {
  const first = services.find(({ status }) => status === 'Healthy') ?? services[0];
  const status = first?.status ?? 'Pending';
  return (
    <>
      <Title look={`headline tone-${status.toLowerCase()}`}>
        <StatusIcon status={status} />
        {first === undefined ? (
          'No service yet'
        ) : status === 'Pending' ? (
          <span>
            <bdi>{first.serviceName}</bdi> is registered
          </span>
        ) : (
          <span>
            <bdi>{first.serviceName}</bdi> is {status}
          </span>
        )}
      </Title>
      <p class="under" role="status">
        {next(first)}
      </p>
      {first !== undefined && (
        <p class="snippet-acts">
          <button type="button" class="main" onClick={leave}>
            Show the services
          </button>
        </p>
      )}
      <SnippetChooser />
    </>
  );
}

function next(first: Service | undefined): string {
  if (first === undefined)
    return 'Copy the lines of one of these ways. This page turns green by itself when the first heartbeat comes.';
  if (first.status === 'Pending') return 'Waiting for its first heartbeat …';
  return first.status === 'Healthy'
    ? 'Its heartbeats arrive. When they stop, it becomes Degraded, then Down, and people are told.'
    : 'Its heartbeats stopped.';
}
