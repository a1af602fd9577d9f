/** What became of a message at one of its recipients that needs nothing more: it was taken, or refused for good. */
export interface RecipientEnd {
  recipient: string;
  /** The code of the refusal; null: it was taken. */
  refusedWith: number | null;
}

/** Whether somebody has the message: then it was told, though others may still wait for it. */
function isReached(ends: readonly RecipientEnd[] | undefined): boolean {
  return ends?.some(({ refusedWith }) => refusedWith === null) ?? false;
}

/** The recipients of a message to whom it goes with the next attempt. */
function openOf(recipients: readonly string[], ends: readonly RecipientEnd[]): string[] {
  const done = new Set(ends.map(({ recipient }) => recipient));
  return recipients.filter((recipient) => !done.has(recipient));
}

export const recipientEnds = { isReached, openOf } as const;
