/** What came in: a mail or a webhook. */
export interface Letter {
  number: number;
  atMs: number;
  by: 'mail' | 'webhook';
  /** The subject of the mail, or the type of the event and its service. */
  title: string;
  /** Who sent it to whom, or whether its signature is right. */
  note: string;
  text: string;
}

export interface Inbox {
  receive(letter: Omit<Letter, 'number' | 'atMs'>): void;
  /** The newest first. */
  letters(): readonly Letter[];
}

/** Nobody reads more, and no memory should hold more. */
const mostLetters = 200;

/** Keeps what the receivers were sent, as long as the process lives. */
export function createInbox(onLetter: (letter: Letter) => void): Inbox {
  let last = 0;
  const letters: Letter[] = [];
  return {
    receive(received) {
      const letter = { ...received, number: ++last, atMs: Date.now() };
      letters.unshift(letter);
      letters.splice(mostLetters);
      onLetter(letter);
    },
    letters: () => letters,
  };
}
