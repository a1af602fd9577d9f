import type { Channel } from '../monitor/wire-types.ts';
import type { Act, Told } from './act.ts';

/** What shows whether messages arrive. */
export function channelActs({ channelId }: Channel): Act[] {
  const path = `/api/channels/${encodeURIComponent(channelId)}`;
  return [
    {
      label: 'Send a test',
      wanted: () => ({ method: 'POST', path: `${path}/test` }),
      tell: (answer) => tellTest(answer ?? {}),
    },
    {
      label: 'Drill',
      submit: 'Send the drill',
      question:
        'Send a message that asks whoever reads it to confirm that? It shows that people read what this channel brings. Who confirmed it stands here then.',
      wanted: () => ({ method: 'POST', path: `${path}/drill` }),
      tell: () => 'It was sent. Who confirms it will stand here, under “Confirmed by a person”.',
    },
  ];
}

interface Tested {
  result?: string;
  reason?: string | null;
  tookMs?: number;
}

function tellTest({ result, reason = null, tookMs = 0 }: Tested): Told {
  if (result !== 'sent') return { text: `It was not sent: ${reason ?? 'no reason given'}`, isBad: true };
  return { text: `It was sent in ${tookMs} ms${reason === null ? '.' : `: ${reason}`}`, isBad: false };
}
