import { NewChannel } from '../channel-form/new-channel.tsx';
import type { Channel } from '../monitor/wire-types.ts';
import { KeepFocus } from '../page/keep-focus.tsx';
import { Title } from '../page/title.tsx';
import { ChannelCard } from './channel-card.tsx';
import { lookOfChannel } from './look-of-channel.ts';

/** `#/channels`: where messages go, and whether they arrive. */
export function ChannelsView({ channels }: { channels: readonly Channel[] }) {
  const sick = channels.filter((channel) => ['Down', 'Degraded'].includes(lookOfChannel(channel).status));
  return (
    <>
      <Title>{headlineOf(channels.length, sick.length)}</Title>
      <p class="under">
        <span>
          Where messages go, and whether they arrive. Channels are made here or named in{' '}
          <code>monitor.yaml</code>; those of the file are changed there.
        </span>
      </p>
      <NewChannel />
      {channels.length === 0 && <p class="empty">There is no channel, so nobody is told of an outage.</p>}
      <KeepFocus>
        <ul class="cards wide" aria-label="Channels">
          {channels.map((channel) => (
            <ChannelCard key={channel.channelId} channel={channel} />
          ))}
        </ul>
      </KeepFocus>
    </>
  );
}

function headlineOf(all: number, sick: number): string {
  if (all === 0) return 'Channels';
  if (sick === 0) return all === 1 ? '1 channel' : `${all} channels`;
  return `${sick} of ${all} ${all === 1 ? 'channel' : 'channels'} ${sick === 1 ? 'fails' : 'fail'}`;
}
