import { Command, InvalidArgumentError } from 'commander';
import type { ApiKeys } from '../actors/ports/access.ts';
import { type ApiKey, type Scope, scopes } from '../domain/api-key.ts';
import { describeBounds, describeKey } from '../domain/describe-key.ts';
import { parseDuration } from '../domain/duration.ts';
import { generateKeyText, makeKey } from '../store/access/make-key.ts';
import { keepKey } from './keep-key.ts';
import type { NoteAct } from './note-act.ts';
import { renderRows } from './render-rows.ts';
import { requireConfig } from './require-config.ts';
import { columnsOf, type Terminal } from './terminal.ts';
import { withApiKeys } from './with-api-keys.ts';
import { NothingStartedError } from './with-redis.ts';

interface CreateFlags {
  name: string;
  scopes: Scope[];
  environment: string[];
  service: string[];
  expires?: number;
  maxInstances?: number;
  json?: boolean;
}

/** `keys create|list|limit|revoke|generate`: who may call the monitor; `userName` is written down with what is done. */
export function keysCommand(terminal: Terminal, userName: string): Command {
  const keys = new Command('keys').description('create, list and revoke API keys');

  const run = async (use: (apiKeys: ApiKeys, note: NoteAct) => Promise<void>) => {
    const config = requireConfig(terminal);
    if (config === null) return;
    try {
      await withApiKeys(config, userName, use);
    } catch (error) {
      terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
      terminal.exit(error instanceof NothingStartedError ? 2 : 1);
    }
  };

  const missing = () => {
    terminal.err('There is no key with this id; run: keys list\n');
    terminal.exit(1);
  };

  keys
    .command('create')
    .description('create a key and print it once')
    .option('--name <name>', 'what the key is for', 'unnamed')
    .option('--scopes <list>', `some of ${scopes.join(', ')}`, toScopes, ['ingest', 'read'] as Scope[])
    .option('--environment <glob>', 'only these environments; can be repeated', append, [] as string[])
    .option('--service <glob>', 'only these services; can be repeated', append, [] as string[])
    .option('--expires <duration>', 'expire after this time, such as 90d', toDuration)
    .option('--max-instances <number>', 'limit of living instances; 0: no limit', toInstances)
    .option('--json', 'print JSON')
    .action((flags: CreateFlags) =>
      run(async (apiKeys, note) => {
        const { key, text } = makeKey({
          name: flags.name,
          scopes: flags.scopes,
          environments: flags.environment,
          services: flags.service,
          expiresAtMs: flags.expires === undefined ? null : Date.now() + flags.expires,
          maxInstances: flags.maxInstances ?? null,
        });
        await note('key-created', key.keyId, describeKey(key, formatTime));
        await apiKeys.save(key);
        const { hash: _, ...shown } = key;
        terminal.out(flags.json ? `${JSON.stringify({ ...shown, key: text })}\n` : `${text}\n`);
        terminal.err(
          'Store it now: it cannot be shown again. It works on every node within a few seconds.\n',
        );
      }),
    );

  keys
    .command('list')
    .description('list the keys, without their secrets')
    .option('--json', 'print JSON')
    .action((flags: { json?: boolean }) =>
      run(async (apiKeys) => {
        const all = (await apiKeys.all()).sort((a, b) => a.createdAtMs - b.createdAtMs);
        terminal.out(
          flags.json
            ? `${JSON.stringify(all.map(({ hash: _, ...key }) => key))}\n`
            : table(all, columnsOf(terminal)),
        );
      }),
    );

  keys
    .command('revoke <keyId>')
    .description('revoke a key; after five seconds no node accepts it')
    .action((keyId: string) =>
      run(async (apiKeys, note) => {
        const id = toKeyId(keyId);
        const key = (await apiKeys.all()).find((each) => each.keyId === id);
        if (key === undefined) return missing();
        await note('key-revoked', id, key.name);
        await apiKeys.revoke(id);
        terminal.err(`Key ${id} is revoked.\n`);
      }),
    );

  keys
    .command('limit')
    .description('limit how many living instances a key may have')
    .argument('<keyId>', 'its id')
    .argument('<instances>', 'a number, 0 for no limit, or "default"', toLimit)
    .action((keyId: string, maxInstances: number | null) =>
      run(async (apiKeys, note) => {
        const id = toKeyId(keyId);
        const key = (await apiKeys.all()).find((each) => each.keyId === id);
        if (key === undefined) return missing();
        await note('key-limited', id, `${key.name}: ${formatLimit(maxInstances)}`);
        await apiKeys.save({ ...key, maxInstances });
        terminal.err(`Key ${id} may have ${formatLimit(maxInstances)}.\n`);
      }),
    );

  keys
    .command('generate')
    .description('print a new key without storing it, for MONITOR_API_KEY')
    .option('--file <path>', 'store it in this file; if the file has a key, that one is printed')
    .option('--quiet', 'with --file: do not print the key')
    .action((flags: { file?: string; quiet?: boolean }, command: Command) => {
      if (flags.quiet && flags.file === undefined) command.error('error: --quiet needs --file');
      try {
        const fresh = generateKeyText();
        const key = flags.file === undefined ? fresh : keepKey(flags.file, fresh);
        if (flags.quiet) terminal.err(`The key is in ${flags.file}.\n`);
        else terminal.out(`${key}\n`);
      } catch (error) {
        terminal.err(`${error instanceof Error ? error.message : String(error)}\n`);
        terminal.exit(1);
      }
    });
  return keys;
}

function table(keys: ApiKey[], columns: number | null): string {
  const rows = keys.map((key) => [
    key.keyId,
    key.name,
    key.scopes.join(','),
    describeBounds(key) || 'all',
    formatTime(key.createdAtMs),
    key.expiresAtMs === null ? 'never' : formatTime(key.expiresAtMs),
    key.maxInstances === null ? 'default' : String(key.maxInstances || 'any'),
  ]);
  return renderRows(['ID', 'NAME', 'SCOPES', 'BOUND TO', 'CREATED', 'EXPIRES', 'INSTANCES'], rows, columns);
}

function toScopes(text: string): Scope[] {
  const given = text.split(',').map((scope) => scope.trim());
  const unknown = given.filter((scope) => !(scopes as readonly string[]).includes(scope));
  if (unknown.length > 0)
    throw new InvalidArgumentError(`"${unknown[0]}" is not one of ${scopes.join(', ')}.`);
  return given as Scope[];
}

function toDuration(text: string): number {
  const ms = parseDuration(text);
  if (ms === null || ms === 0) throw new InvalidArgumentError('Give a duration such as 12h or 90d.');
  return ms;
}

function formatTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** A key's id, also from its text. */
function toKeyId(text: string): string {
  return /^smk_([A-Za-z0-9]{8})_/.exec(text)?.[1] ?? text;
}

function toInstances(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Give a whole number; 0 means no limit.');
  return Number(text);
}

function toLimit(text: string): number | null {
  return text === 'default' ? null : toInstances(text);
}

function formatLimit(maxInstances: number | null): string {
  if (maxInstances === null) return 'as many living instances as MONITOR_KEY_INSTANCES says';
  return maxInstances === 0 ? 'any number of living instances' : `${maxInstances} living instances`;
}

function append(text: string, before: string[]): string[] {
  return [...before, text.normalize('NFC')];
}
