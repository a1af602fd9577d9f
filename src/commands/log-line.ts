/** What the start says of itself where its output is a log: a line in the shape of every other, at every `LOG_LEVEL`. */
export function logLine(level: 'info' | 'fatal', fields: object, msg: string): string {
  const head = { level: level === 'info' ? 30 : 60, time: Date.now(), pid: process.pid };
  return `${JSON.stringify({ ...head, ...fields, msg })}\n`;
}
