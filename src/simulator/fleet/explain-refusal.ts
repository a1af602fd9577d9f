import type { Refusal } from './refusal.ts';

/** What a refusal that ends the run means, and what to do about it. */
export function explainRefusal(refusal: Refusal, url: string): string {
  switch (refusal.kind) {
    case 'unreachable':
      if (refusal.reason === 'ECONNREFUSED') {
        return `Nothing listens at ${url}. Start a monitor with "npm start", or name another one with --url.`;
      }
      return `No answer from ${url} (${refusal.reason}). Is --url right, and does the monitor run?`;
    case 'key-refused': {
      const said = refusal.detail === '' ? '' : ` It says: ${refusal.detail}`;
      return refusal.statusCode === 401
        ? `The monitor refused the API key (401). Set the right one with --key.${said}`
        : `The API key lacks permission (403): it needs the scopes ingest and read.${said}`;
    }
    case 'unknown-instance':
      return `${url} answered 404. Is this the address of a Service Monitor?`;
    case 'rejected':
      return `The monitor rejected a request (${refusal.statusCode}): ${refusal.detail}`;
    case 'unavailable':
      return `The monitor answers ${refusal.statusCode}: ${refusal.detail} Try again when GET ${url}/readyz answers 200.`;
  }
}
