import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKeyLinks, type KeyLinks } from '../http/key-links.ts';
import { pause } from '../simulator/fleet/pace.ts';
import { generateKeyText } from '../store/access/make-key.ts';
import { DemoFleet } from './demo-fleet.ts';
import { demoPlan } from './demo-plan.ts';
import { demoTexts, type Hands } from './demo-texts.ts';
import { startInbox } from './inbox/start-inbox.ts';
import type { InboxOffers } from './inbox/start-inbox-server.ts';
import { createLostHost, type LostHost } from './lost-host.ts';
import { onFreePort } from './on-free-port.ts';
import { playStory } from './play-story.ts';
import type { Tell } from './tell.ts';
import { createTellLetters } from './tell-letters.ts';

const preferredPort = 8090;
const preferredInboxPort = 8091;

/** The monitor that the demo wants. */
export interface DemoMonitor {
  /** Where it keeps all it has. */
  dir: string;
  apiKey: string;
  port: number;
  /** What it is set to beside that. */
  settings: Readonly<Record<string, string>>;
  /** As they stand in `monitor.yaml`. */
  channels: readonly object[];
  keyLinks: KeyLinks;
}

interface Parts {
  tell: Tell;
  colour: boolean;
  hands: Hands;
  signal: AbortSignal;
  /** What was started; closed in reverse. */
  closers: { add(name: string, close: () => unknown): void };
  startMonitor: (wanted: DemoMonitor) => Promise<{ url: string; close(): Promise<void> }>;
}

/** Starts monitor, receivers and fleet, and tells a minute of their life. Resolves to what a person can do. */
export async function startDemo(parts: Parts): Promise<{ press(): void; story: Promise<void> }> {
  const { tell, hands, signal, closers } = parts;
  const dir = mkdtempSync(join(tmpdir(), 'service-monitor-demo-'));
  closers.add('directory', () => rmSync(dir, { recursive: true, force: true }));
  const apiKey = generateKeyText();
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const keyLinks = createKeyLinks();
  let dashboardUrl = '';
  const dashboard = (page: string) => `${dashboardUrl}/#/open/${keyLinks.make(apiKey)}${page}`;

  // A letter or a reader may come before there is a fleet.
  let lostHost: LostHost | null = null;
  let offers: InboxOffers | null = null;
  const letters = createTellLetters(tell, (cause) => {
    if (lostHost?.isToldAs(cause)) tell.line(demoTexts.stays(hands, inbox.url));
  });
  closers.add('letters', () => letters.close());
  const inbox = await onFreePort(preferredInboxPort, (port) =>
    startInbox({
      port,
      secret,
      mailPort: 0,
      offers: () => offers,
      onLetter: (letter) => letters.hear(letter),
    }),
  );
  closers.add('inbox', () => inbox.close());

  const monitor = await onFreePort(preferredPort, (port) =>
    parts.startMonitor({
      dir,
      apiKey,
      keyLinks,
      port,
      settings: demoPlan.settings,
      channels: [
        {
          id: 'mail',
          type: 'email',
          url: inbox.mailUrl,
          from: 'monitor@example.com',
          to: ['you@example.com'],
          // An hour passes in a minute here: with the usual limit the ends would come as a digest, a minute later.
          limit: { burst: 20, perMinute: 20 },
        },
        { id: 'hook', type: 'webhook', url: inbox.hookUrl, secret },
      ],
    }),
  );
  closers.add('monitor', () => monitor.close());
  dashboardUrl = monitor.url;
  const fleet = new DemoFleet(monitor.url, apiKey);
  closers.add('fleet', () => fleet.close());
  const host = createLostHost(fleet, tell);
  lostHost = host;
  offers = { dashboard, act: host };
  fleet.start();
  while (!(await fleet.isWell())) {
    await pause(100, signal);
    signal.throwIfAborted();
  }
  const { services, instances } = fleet;
  const counts = { services: services.length, instances };
  const places = { dashboard: dashboard(''), inbox: inbox.url };
  tell.text(demoTexts.welcome({ ...counts, ...places, colour: parts.colour }));
  tell.line(`All ${services.length} services are Healthy`, 'good');

  const lettersAbout = (name: string) => inbox.letters().filter(({ text }) => text.includes(name)).length;
  const story = playStory({ fleet, lostHost: host, tell, lettersAbout, signal }).then(() => {
    if (!signal.aborted) tell.line(demoTexts.end(hands, host.isDead()));
  });
  return { press: () => host.press(), story };
}
