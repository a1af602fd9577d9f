import type { Channel } from '../monitor/wire-types.ts';
import type { Act, Told } from './act.ts';

/** What can be done about a channel. What is switched off sends nothing; what is in the file is changed there. */
export function channelActs({ channelId, enabled, origin }: Channel): Act[] {
  const isOurs = origin === 'api';
  const path = `/api/channels/${encodeURIComponent(channelId)}`;
  return [...(isOurs && !enabled ? [] : proofs(path)), ...(isOurs ? changes(path, enabled) : [])];
}

/** What shows whether messages arrive. */
function proofs(path: string): Act[] {
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

function changes(path: string, enabled: boolean): Act[] {
  const off: Act = {
    label: 'Switch off',
    question:
      'Switch it off? It gets no more messages, and those that wait for it are given up within an hour; they can be sent again later.',
    wanted: () => ({ method: 'POST', path: `${path}/disable` }),
    tell: () => 'It is switched off.',
  };
  const on: Act = {
    label: 'Switch on',
    wanted: () => ({ method: 'POST', path: `${path}/enable` }),
    tell: () => 'It is switched on.',
  };
  return [
    enabled ? off : on,
    {
      label: 'Remove',
      question:
        'Remove it with its secrets? Messages that wait for it are given up. Routes of monitor.yaml that name it lead nowhere then.',
      wanted: () => ({ method: 'DELETE', path }),
      tell: () => 'It is removed.',
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
