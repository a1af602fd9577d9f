import type { Env } from './env.ts';
import { parseDuration } from './parse-duration.ts';
import { type SettingName, settings } from './settings.ts';

/** A value as it was given, and what to call it in an error. */
interface Given {
  value: unknown;
  name: string;
}

/** Reads options and variables, and collects every error instead of stopping at the first. */
export class SettingReader {
  readonly errors: string[] = [];
  readonly #options: Readonly<Record<string, unknown>>;
  readonly #env: Env;

  constructor(options: Readonly<Record<string, unknown>>, env: Env) {
    this.#options = options;
    this.#env = env;
  }

  /** What is blank counts as not given: compose files and CI set variables to nothing. */
  given(option: SettingName): Given | null {
    const value = this.#options[option];
    if (value !== undefined && value !== null && value !== '') return { value, name: option };
    const variable = settings[option];
    const text = this.#env[variable]?.trim();
    return text ? { value: text, name: variable } : null;
  }

  text(option: SettingName, longest: number): string | null {
    const given = this.given(option);
    if (given === null) return null;
    if (typeof given.value !== 'string') return this.fail(`${given.name} must be a string`);
    const text = given.value.trim();
    if (text.length > longest) return this.fail(`${given.name} is longer than ${longest} characters`);
    // The monitor refuses what could disguise itself on a page or in a message.
    if (/[\p{Cc}\p{Cs}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/u.test(text)) {
      return this.fail(`${given.name} contains control characters`);
    }
    return text;
  }

  switch(option: SettingName, fallback: boolean): boolean {
    const given = this.given(option);
    if (given === null) return fallback;
    if (typeof given.value === 'boolean') return given.value;
    const text = String(given.value).toLowerCase();
    if (['true', '1', 'yes', 'on'].includes(text)) return true;
    if (['false', '0', 'no', 'off'].includes(text)) return false;
    this.fail(`${given.name} must be true or false`);
    return fallback;
  }

  wholeNumber(option: SettingName, least: number, most: number): number | null {
    const given = this.given(option);
    if (given === null) return null;
    const number =
      typeof given.value === 'string' && /^\d+$/.test(given.value) ? Number(given.value) : given.value;
    if (Number.isInteger(number) && Number(number) >= least && Number(number) <= most) return Number(number);
    return this.fail(`${given.name} must be a whole number from ${least} to ${most}`);
  }

  /** Milliseconds as a number, or a text with a unit. */
  durationMs(option: SettingName, leastMs: number, mostMs: number): number | null {
    const given = this.given(option);
    if (given === null) return null;
    const ms = typeof given.value === 'string' ? parseDuration(given.value) : given.value;
    if (typeof ms === 'number' && ms >= leastMs && ms <= mostMs) return ms;
    const form = given.name === option ? 'a number of milliseconds' : 'a duration such as 30s';
    return this.fail(`${given.name} must be ${form}, from ${leastMs} ms to ${mostMs} ms`);
  }

  fail(error: string): null {
    this.errors.push(error);
    return null;
  }
}
