import type { Fact } from './fact.ts';

/** What a message says, before a channel gives it its form. Every text is one clean line. */
export interface Wording {
  /** `[Down] checkout (production): silent since 03:12:04 UTC`. */
  subject: string;
  /** The same for all messages of an incident, so that a mailbox can group them. */
  topic: string;
  summary: string;
  facts: Fact[];
  lastSeen: { instance: string; facts: Fact[] }[];
  /** Other pages that the message names, such as the incidents of a digest; absent: none. */
  links?: { text: string; url: string }[];
  /** Where a person can acknowledge it, for channels that can show a second link; absent: nowhere. */
  acknowledgeUrl?: string;
  /** What the link of the message leads to. */
  linkText: string;
}

/** The links of a message beside the one that opens its page. */
export function otherLinks({ links = [], acknowledgeUrl }: Wording): { text: string; url: string }[] {
  return acknowledgeUrl === undefined ? links : [...links, { text: 'Acknowledge', url: acknowledgeUrl }];
}
