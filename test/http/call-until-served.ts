import { eventually } from '../support/eventually.ts';
import { call, type Reply } from './call.ts';

/** Calls again for as long as the answer is 503, as every client should: Redis may be late on a busy machine. */
export function callUntilServed(...wanted: Parameters<typeof call>): Promise<Reply> {
  const [, method, path] = wanted;
  return eventually(
    `${method} ${path} is served`,
    () => call(...wanted),
    ({ status }) => status !== 503,
  );
}
