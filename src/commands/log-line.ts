const levels = { info: 30, warn: 40, fatal: 60 };

/** What the start says of itself where its output is a log: a line in the shape of every other, at every `LOG_LEVEL`. */
export function logLine(level: keyof typeof levels, fields: object, msg: string): string {
  const head = { level: levels[level], time: Date.now(), pid: process.pid };
  return `${JSON.stringify({ ...head, ...fields, msg })}\n`;
}
