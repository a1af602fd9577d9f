import { SettingReader } from './setting-reader.ts';

/** The little that a command line wants of the environment; everything else is in the Config. */
export function processEnvironment(env: Readonly<Record<string, string | undefined>> = process.env): {
  noColour: boolean;
  url: string;
  apiKey: string | undefined;
  /** Why the key that the environment names is not to be had; null: it is, or none is named. */
  keyFault: string | null;
} {
  const faults: string[] = [];
  const from = new SettingReader(env, faults);
  const apiKey = from.optional('apiKey') ?? undefined;
  const keyFault = faults[0] ?? null;
  const url = from.optional('url') ?? from.optional('publicUrl') ?? `http://127.0.0.1:${from.text('port')}`;
  return {
    noColour: Boolean(env['NO_COLOR']),
    url: url.replace(/\/+$/, ''),
    apiKey,
    keyFault,
  };
}

/** What `${NAME}` stands for in a file that a command reads. */
export function processVariables(): Readonly<Record<string, string | undefined>> {
  return process.env;
}
