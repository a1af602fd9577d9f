import { styleText } from 'node:util';
import { demoPlan } from './demo-plan.ts';

/** How a person acts: with Enter in the terminal, or on the page. */
export type Hands = 'enter' | 'page';

/** The texts around what happens. */
export const demoTexts = {
  welcome(parts: {
    services: number;
    instances: number;
    dashboard: string;
    inbox: string;
    colour: boolean;
  }): string {
    const bold = (text: string) => (parts.colour ? styleText('bold', text, { validateStream: false }) : text);
    return [
      '',
      `${bold('Service Monitor, the demo')}: ${parts.services} services with ${parts.instances} instances. Time is scaled:`,
      'Down comes after 4 s of silence, not 2 min. Ctrl-C ends it and leaves nothing.',
      '',
      `  Dashboard  ${bold(parts.dashboard)}  (opens once)`,
      `  Inbox      ${bold(parts.inbox)}  (your mail, and the dashboard again)`,
      '',
      '',
    ].join('\n');
  },

  stays(hands: Hands, inbox: string): string {
    const { lostHost } = demoPlan;
    return hands === 'enter'
      ? `They stay Down until you act: press Enter to start ${lostHost} again`
      : `They stay Down until you act: press the button at ${inbox}, or curl -X POST ${inbox}act`;
  },

  end(hands: Hands, isDead: boolean): string {
    const { lostHost } = demoPlan;
    const act = isDead ? `start ${lostHost} again` : `let ${lostHost} die once more`;
    const how = hands === 'enter' ? 'Enter: ' : 'The button of the inbox: ';
    return `The scripted part is over; the fleet keeps running. ${how}${act}. Ctrl-C: end`;
  },

  /** What to do after it, to be copied as it is. */
  next(): string {
    return [
      'To watch a service of your own, the last two lines in a second terminal, in the same directory:',
      '',
      '  npm start',
      '  export SERVICE_MONITOR_URL=http://127.0.0.1:8080',
      '  SERVICE_MONITOR_API_KEY=$(cat data/first-key) examples/bash/heartbeat.sh web',
      '',
      'The dashboard is then at http://127.0.0.1:8080; it asks for the key in data/first-key.',
      'Ctrl-C deregisters web. To see an outage, kill -9 it: it is Down 2 minutes later.',
      '',
      '',
    ].join('\n');
  },
};
