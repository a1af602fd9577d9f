import type { Session } from '../../domain/sign-in/session.ts';

/** A session that is there. */
export interface ReadSession {
  session: Session;
  /** When it ends if it is not used. */
  idleLeftMs: number;
  /** By Redis' clock. */
  nowMs: number;
}

/** The sessions of people who signed in, by the hash of their id; any node reads what another wrote. */
export interface Sessions {
  /** Stores one that begins now. */
  begin(idHash: string, session: Omit<Session, 'startedAtMs'>, lastsMs: number): Promise<void>;
  /** Null: there is none, or it has ended. */
  read(idHash: string): Promise<ReadSession | null>;
  /** It is used: it lasts so long from now on. */
  prolong(idHash: string, lastsMs: number): Promise<void>;
  /** False: there was none. */
  end(idHash: string): Promise<boolean>;
}
