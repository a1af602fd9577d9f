import { oneLine } from '../one-line.ts';

/** Why no answer came, for people. Node's own words for a connection that ended too early say little. */
export function whatWentWrong(error: NodeJS.ErrnoException): string {
  if (error.message === 'socket hang up') return 'the connection was closed before an answer had come';
  if (error.message === 'aborted') return 'the connection was closed in the middle of the answer';
  return oneLine(error.message || error.code || 'connection failed');
}
