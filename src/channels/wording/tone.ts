import type { MessageKind } from '../../domain/message-kinds.ts';
import type { DigestMessage, Message } from '../../domain/messages.ts';

/** How good or bad the news is: colours, icons and urgencies follow from it. */
export type Tone = 'bad' | 'warning' | 'watching' | 'good' | 'neutral';

const tones: Record<MessageKind, Tone> = {
  down: 'bad',
  recovering: 'watching',
  flapping: 'warning',
  reminder: 'bad',
  escalation: 'bad',
  acknowledged: 'watching',
  resolved: 'good',
  impaired: 'warning',
  well: 'good',
  health: 'warning',
  degraded: 'warning',
  'instance-down': 'warning',
  group: 'bad',
  'group-over': 'good',
  digest: 'bad',
  test: 'neutral',
};

/** The icon and the colour of each. */
export const toneLooks: Record<Tone, { icon: string; colour: `#${string}` }> = {
  bad: { icon: '🔴', colour: '#b42318' },
  warning: { icon: '🟠', colour: '#b54708' },
  watching: { icon: '🔵', colour: '#175cd3' },
  good: { icon: '🟢', colour: '#067647' },
  neutral: { icon: '⚪', colour: '#475467' },
};

/** A digest that holds ends only is no bad news, and without an outage it is none either. It closes no alert. */
function toneOfDigest({ incidents, lines, more }: DigestMessage): Tone {
  const isOver = lines.every(({ news }) => news?.at(-1)?.isOver === true);
  if (isOver && lines.length > 0 && more.length === 0) return 'neutral';
  return incidents === 0 ? 'warning' : 'bad';
}

/** The tone of a message. */
export function toneOf(message: Message): Tone {
  if (message.kind === 'digest') return toneOfDigest(message);
  const isOver =
    ('isOver' in message && message.isOver) || (message.kind === 'health' && message.to === 'healthy');
  return isOver ? 'good' : tones[message.kind];
}
