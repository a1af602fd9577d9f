import { readFileSync } from 'node:fs';

export type Json = Record<string, unknown>;

/** A golden file of `test/wire` in the repository's root: the server and both SDKs read the same ones. */
export function wire(name: string): Json {
  return JSON.parse(
    readFileSync(new URL(`../../../../test/wire/${name}.json`, import.meta.url), 'utf8'),
  ) as Json;
}
