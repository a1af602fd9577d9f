import type { Sending } from '../acts/use-sending.ts';
import type { Channel } from '../monitor/wire-types.ts';
import { useReading } from '../page/use-reading.ts';
import { ChannelForm } from './channel-form.tsx';

interface Props {
  type: string;
  channel: Channel | null;
  sending: Sending;
  close(isDone: boolean): void;
}

/** The form for a channel of a kind, once it is known what that kind has. */
export function FormOfKind({ type, ...rest }: Props) {
  const read = useReading(type, (client, signal) =>
    client.one('kind', `/api/channel-kinds/${encodeURIComponent(type)}`, signal),
  );
  if (read.kind === 'reading') return <p class="hint">Reading …</p>;
  if (read.kind === 'read') return <ChannelForm key={type} kind={read.value} {...rest} />;
  return (
    <p class="fault" role="alert">
      The fields of this kind could not be read: <bdi>{read.reason}</bdi>
    </p>
  );
}
