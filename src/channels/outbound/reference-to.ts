/** References to messages in one place, such as a chat: after a change of the place those from before lead nowhere. */
export function referenceTo(place: string): {
  make(id: string | number): string;
  /** Null: there is none, or it is to a message elsewhere. */
  read(reference: string | null | undefined): string | null;
} {
  return {
    make: (id) => `${place} ${id}`,
    read: (reference) => (reference?.startsWith(`${place} `) ? reference.slice(place.length + 1) : null),
  };
}
