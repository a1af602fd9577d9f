/** Why a message was held back, in words that are true when it is sent: what was so while it waited may be over. */
export function whyItWasHeld(because: string): string {
  return because
    .replace(/, which is Down(?=: incident )/, ', which was Down')
    .replace(
      /, which may be Down too: last heard at (.+)$/,
      ', which might have been Down too: last heard until then at $1',
    );
}
