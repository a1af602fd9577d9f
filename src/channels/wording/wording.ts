import type { Fact } from './fact.ts';

/** What an operator has a message say instead of the usual words; plain text, each line clean. */
export interface OwnWords {
  subject?: string;
  /** Instead of the summary and of all that follows it but the link. */
  text?: readonly string[];
}

/** What a message says, before a channel gives it its form. Every text is one clean line. */
export interface Wording {
  /** `[Down] checkout (production): silent since 03:12:04 UTC`. */
  subject: string;
  /** The same for all messages of an incident, so that a mailbox can group them. */
  topic: string;
  summary: string;
  /** What follows the summary where an operator gave the message words of his own; absent: the facts below do. */
  lines?: string[];
  facts: Fact[];
  lastSeen: { instance: string; facts: Fact[] }[];
  /** Other pages that the message names, such as the incidents of a digest; absent: none. */
  links?: { text: string; url: string }[];
  /** Where a person can acknowledge it, for channels that can show a second link; absent: nowhere. */
  acknowledgeUrl?: string;
  /** What the link of the message leads to. */
  linkText: string;
}

/** The usual words of a message with those that an operator has instead of them. */
export function inOwnWords(usual: Wording, { subject, text }: OwnWords): Wording {
  const named = subject === undefined ? usual : { ...usual, subject };
  if (text === undefined) return named;
  const [summary = '', ...lines] = text;
  const { topic, linkText, acknowledgeUrl } = named;
  const link = acknowledgeUrl === undefined ? {} : { acknowledgeUrl };
  return { subject: named.subject, topic, summary, lines, facts: [], lastSeen: [], ...link, linkText };
}

/** The links of a message beside the one that opens its page. */
export function otherLinks({ links = [], acknowledgeUrl }: Wording): { text: string; url: string }[] {
  return acknowledgeUrl === undefined ? links : [...links, { text: 'Acknowledge', url: acknowledgeUrl }];
}
