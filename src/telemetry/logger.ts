import { type Logger, type LoggerOptions, pino } from 'pino';
import { StoreUnavailable } from '../actors/ports/store-errors.ts';
import { RepeatedLines } from './repeated-lines.ts';

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

/** From warnings on, lines may come by the thousand. */
const repeatedFrom = pino.levels.values['warn'] ?? 0;
const repeatedUpTo = pino.levels.values['error'] ?? 0;

/**
 * Logs go to stderr, so that what a command prints stays clean: JSON lines, or readable ones on a terminal. An error
 * of a Redis that is away leaves no stack, and of what goes wrong again and again not every line is written.
 */
export function createLogger(level: LogLevel, readable: boolean): Logger {
  const lines = new RepeatedLines();
  let isSumming = false;
  const toError = (error: Error) =>
    error instanceof StoreUnavailable
      ? { type: error.name, message: error.message }
      : pino.stdSerializers.err(error);
  const options: LoggerOptions = {
    level,
    redact: { paths: secrets, censor: '[redacted]' },
    serializers: { error: toError, err: toError },
    base: { pid: process.pid },
    hooks: {
      logMethod(args, method, lineLevel) {
        const [given, message] = args as unknown[];
        const { fields, plain } = takePlain(given);
        if (plain !== null) args.splice(0, 2, ...(readable ? [plain] : [fields, message]));
        const isTrouble = lineLevel >= repeatedFrom && lineLevel <= repeatedUpTo && !isSumming;
        if (isTrouble && typeof fields === 'object' && fields !== null && typeof message === 'string') {
          if (!lines.isWanted(fields as Record<string, unknown>, message, performance.now())) return;
        }
        method.apply(this, args);
      },
    },
  };
  const logger = open(options, readable);
  setInterval(() => {
    isSumming = true;
    for (const { fields, message } of lines.due(performance.now())) logger.warn(fields, message);
    isSumming = false;
  }, 1_000).unref();
  return logger;
}

/** Takes what people read of a line out of its fields; null: they read what is in it. */
function takePlain(given: unknown): { fields: unknown; plain: string | null } {
  if (typeof given !== 'object' || given === null || !('plain' in given))
    return { fields: given, plain: null };
  const { plain, ...fields } = given;
  // Names come from outside; what is in them must not steer the terminal.
  return { fields, plain: String(plain).replaceAll(/\p{C}/gu, '\uFFFD') };
}

function open(options: LoggerOptions, readable: boolean): Logger {
  if (!readable) return pino(options, pino.destination({ dest: 2, sync: false }));
  const shown = { destination: 2, ignore: 'pid', translateTime: 'HH:MM:ss.l', singleLine: true };
  return pino({ ...options, transport: { target: 'pino-pretty', options: shown } });
}
