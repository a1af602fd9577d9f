/** A request that the provider of a channel sends back, as it arrived. */
export interface CallbackRequest {
  /** By their names in lower case. */
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
  /** By the clock of Redis. */
  nowMs: number;
}

/** What a person did about an outage at a provider. */
export interface CallbackAct {
  act: 'acknowledge' | 'silence';
  /** The id of an incident, or of an outage group. */
  about: string;
  /** The person, by the name that the provider gives. */
  by: string;
}

/** What a request says. */
export type CallbackReading =
  /** Nothing shows that the provider sent it; `because` is for the operator. */
  | { kind: 'unverified'; because: string }
  /** It is the provider’s, and asks for nothing that is done here. */
  | { kind: 'nothing' }
  | {
      kind: 'act';
      act: CallbackAct;
      /** The same for a repetition of the request, and for no other. */
      seal: string;
      /** The answer that tells the person what became of it; absent: `tell` does, or the provider shows nothing. */
      answer?: (words: string) => object;
      /** Tells the person in another way; nobody waits for that. */
      tell?: (words: string, signal: AbortSignal) => Promise<void>;
    };

/** Reads what the provider of one channel sends back. */
export interface CallbackReader {
  read(request: CallbackRequest): CallbackReading;
}

/** What is remembered of such requests. */
export interface SeenCallbacks {
  now(): Promise<number>;
  /** Whether this is the first of its kind that is seen; it is remembered for longer than a signature is good. */
  isFirst(channelId: string, seal: string): Promise<boolean>;
  /** It could not be done: a repetition may. */
  forget(channelId: string, seal: string): Promise<void>;
}
