/** An answer as it came over the wire. */
export interface Answer {
  status: number;
  reason: string;
  headers: Record<string, string>;
  body: string;
  /** Head and body together, for what must not be in either. */
  text: string;
}

/** The whole answers at the start of what was received, a byte a character; `ended`: nothing follows any more. */
export function answersIn(received: string, ended = false): Answer[] {
  const found: Answer[] = [];
  for (let rest = received; ; ) {
    const end = rest.indexOf('\r\n\r\n');
    const start = /^HTTP\/1\.1 (\d{3}) ?(.*)\r\n/.exec(rest);
    if (end === -1 || start === null) return found;
    const status = Number(start[1]);
    const headers = headersIn(rest.slice(0, end));
    const after = rest.slice(end + 4);
    const length = bodyLength(status, headers, after, ended);
    if (length === null) return found;
    const text = rest.slice(0, end + 4 + length);
    found.push({ status, reason: start[2] ?? '', headers, body: text.slice(end + 4), text });
    rest = rest.slice(text.length);
  }
}

function headersIn(head: string): Record<string, string> {
  const lines = head.split('\r\n').slice(1);
  return Object.fromEntries(
    lines.map((line) => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
}

/** How many bytes of what follows are the body; null: they are not all there. */
function bodyLength(
  status: number,
  headers: Record<string, string>,
  after: string,
  ended: boolean,
): number | null {
  if (status < 200 || status === 204 || status === 304) return 0;
  // It has no end: what came of it so far is the answer, and nothing follows it.
  if (headers['content-type']?.startsWith('text/event-stream') && after !== '') return after.length;
  if (headers['transfer-encoding'] === 'chunked') {
    const last = after.indexOf('0\r\n\r\n');
    return last === -1 ? null : last + 5;
  }
  const length = Number(headers['content-length'] ?? 0);
  // The answer to HEAD names the length of a body that does not come.
  if (ended && (after === '' || /^HTTP\/1\.1 \d{3} /.test(after))) return 0;
  return after.length < length ? null : length;
}
