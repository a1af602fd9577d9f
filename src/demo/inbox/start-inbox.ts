import { createInbox, type Inbox, type Letter } from './inbox.ts';
import { type InboxOffers, startInboxServer } from './start-inbox-server.ts';
import { startMailServer } from './start-mail-server.ts';

/** A mail server, a receiver of webhooks and a page that shows what came to them. */
export interface StartedInbox extends Inbox {
  /** Of the page. */
  url: string;
  mailUrl: string;
  hookUrl: string;
  close(): Promise<void>;
}

/** Starts all of them on this machine's own address; a port of 0 is any that is free. */
export async function startInbox(parts: {
  port: number;
  mailPort: number;
  /** What webhooks are signed with. */
  secret: string;
  offers: () => InboxOffers | null;
  onLetter: (letter: Letter) => void;
}): Promise<StartedInbox> {
  const { port, mailPort, secret, offers, onLetter } = parts;
  const inbox = createInbox(onLetter);
  const mail = await startMailServer(mailPort, inbox);
  try {
    const page = await startInboxServer(port, { inbox, secret, offers });
    return {
      ...inbox,
      url: `${page.url}/`,
      mailUrl: mail.url,
      hookUrl: `${page.url}/hook`,
      async close() {
        await Promise.all([page.close(), mail.close()]);
      },
    };
  } catch (error) {
    await mail.close();
    throw error;
  }
}
