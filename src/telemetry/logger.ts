import { type Logger, pino } from 'pino';

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';

/** What must not be read in a log, wherever it turns up. */
const secrets = [
  'apiKey',
  'password',
  'secret',
  '*.apiKey',
  '*.password',
  '*.secret',
  'req.headers["x-api-key"]',
  'req.headers.authorization',
  'req.headers.cookie',
  // An error of Redis carries the command that failed, and AUTH has the password in it.
  '*.command.args',
  '*.aggregateErrors[*].command.args',
];

/** Logs go to stderr, so that what a command prints stays clean: JSON lines, or readable ones on a terminal. */
export function createLogger(level: LogLevel, readable: boolean): Logger {
  const options = {
    level,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { error: pino.stdSerializers.err, err: pino.stdSerializers.err },
    base: { pid: process.pid },
  };
  if (!readable) return pino(options, pino.destination({ dest: 2, sync: false }));
  const transport = {
    target: 'pino-pretty',
    options: { destination: 2, ignore: 'pid', translateTime: 'HH:MM:ss.l' },
  };
  return pino({ ...options, transport });
}
