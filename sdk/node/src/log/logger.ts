/** Where the SDK says what happened. `console` fits, and so does a pino logger. */
export interface Logger {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
}
