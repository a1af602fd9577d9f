import { readFileSync } from 'node:fs';
import { parseDuration, writeDuration } from '../domain/duration.ts';
import { type SettingName, settings } from './settings.ts';
import { isOfAService } from './unknown-variables.ts';

const unitsBytes: Record<string, number> = { kb: 1024, mb: 1024 ** 2, gb: 1024 ** 3 };

/** Reads settings from an environment and notes everything that is wrong, instead of stopping at the first. */
export class SettingReader {
  readonly #env: Readonly<Record<string, string | undefined>>;
  readonly #errors: string[];

  constructor(env: Readonly<Record<string, string | undefined>>, errors: string[]) {
    this.#env = env;
    this.#errors = errors;
  }

  fail(name: SettingName, message: string): void {
    this.#errors.push(`${settings[name].name} ${message}`);
  }

  /** The value, a secret's also from the file that `<name>_FILE` names; null when it is not set or empty. */
  optional(name: SettingName): string | null {
    const setting: { name: string; secret?: boolean } = settings[name];
    const path = setting.secret ? this.#env[`${setting.name}_FILE`] : undefined;
    if (!path) {
      const value = this.#env[setting.name] || null;
      return value === null || isOfAService(setting.name, value) ? null : value;
    }
    try {
      return readFileSync(path, 'utf8').trim() || null;
    } catch {
      this.#errors.push(`${setting.name}_FILE names ${path}, which cannot be read`);
      return null;
    }
  }

  text(name: SettingName): string {
    return this.optional(name) ?? settings[name].fallback;
  }

  duration(name: SettingName, shortestMs: number): number {
    const ms = parseDuration(this.text(name));
    if (ms === null) this.fail(name, 'must be a duration such as 250ms, 30s, 2m or 6h');
    else if (ms < shortestMs) this.fail(name, `must be at least ${writeDuration(shortestMs)}`);
    return ms ?? 0;
  }

  optionalDuration(name: SettingName): number | undefined {
    return this.optional(name) === null ? undefined : this.duration(name, 0);
  }

  whole(name: SettingName, value: string, least: number, most: number): number {
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN;
    if (!(number >= least && number <= most))
      this.fail(name, `must be a whole number from ${least} to ${most}`);
    return number;
  }

  /** A size such as `512mb`; undefined when it is not set. */
  optionalBytes(name: SettingName, leastBytes: number): number | undefined {
    const text = this.optional(name);
    if (text === null) return undefined;
    const [, count = '', unit = ''] = /^(\d{1,15})(kb|mb|gb)$/.exec(text.trim().toLowerCase()) ?? [];
    const bytes = Number(count) * (unitsBytes[unit] ?? 0);
    if (count === '') this.fail(name, 'must be a size such as 512mb or 2gb');
    else if (bytes < leastBytes) this.fail(name, `must be at least ${leastBytes / 1024 / 1024}mb`);
    return bytes;
  }

  oneOf<T extends string>(name: SettingName, values: readonly T[]): T {
    const value = this.text(name);
    if (!(values as readonly string[]).includes(value))
      this.fail(name, `must be one of ${values.join(', ')}`);
    return value as T;
  }
}
