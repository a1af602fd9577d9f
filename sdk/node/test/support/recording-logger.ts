import type { Logger } from '../../src/log/logger.ts';

/** Keeps what the SDK says. */
export class RecordingLogger implements Logger {
  readonly lines: string[] = [];
  debug = (message: string) => this.#keep('debug', message);
  info = (message: string) => this.#keep('info', message);
  warn = (message: string) => this.#keep('warn', message);
  error = (message: string) => this.#keep('error', message);

  /** What a host sees with the default level. */
  get loud(): string[] {
    return this.lines.filter((line) => /^(warn|error) (?!heartbeats arrive again)/.test(line));
  }

  #keep(level: string, message: string): void {
    this.lines.push(`${level} ${message}`);
  }
}
