import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Config, ConfigOutcome } from '../../src/config/configuration.ts';
import { loadConfig } from '../../src/config.ts';

type Env = Record<string, string>;

/** A directory for the files of one test file, and the configuration that an environment gives. */
export function openConfigDir(): {
  dir: string;
  /** Gives the path of the new file. */
  write: (name: string, text: string) => string;
  load: (env: Env) => ConfigOutcome;
  valid: (env: Env) => Config;
  errorsOf: (env: Env) => string[];
} {
  const dir = mkdtempSync(join(tmpdir(), 'config-'));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));
  const write = (name: string, text: string): string => {
    writeFileSync(join(dir, name), text);
    return join(dir, name);
  };
  /** So that none in the working directory is read. */
  const empty = { MONITOR_CONFIG: write('empty.yaml', 'channels: []') };
  const load = (env: Env): ConfigOutcome => loadConfig({ ...empty, ...env });
  return {
    ...{ dir, write, load },
    valid(env) {
      const outcome = load(env);
      if (outcome.kind === 'invalid') throw new Error(outcome.errors.join('\n'));
      return outcome.config;
    },
    errorsOf(env) {
      const outcome = load(env);
      return outcome.kind === 'invalid' ? outcome.errors : [];
    },
  };
}
