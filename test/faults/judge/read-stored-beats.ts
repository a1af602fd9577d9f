import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `instanceId:atMs` of every heartbeat in the append-only files of some directories. */
export function readStoredBeats(dirs: readonly string[]): Set<string> {
  const stored = new Set<string>();
  for (const dir of dirs) {
    const files = readdirSync(dir).filter((name) => name.endsWith('.incr.aof'));
    for (const file of files) {
      for (const [name, key, ...args] of commandsOf(readFileSync(join(dir, file)))) {
        if (name?.toUpperCase() !== 'ZADD' || !key?.endsWith('}:seen')) continue;
        for (let i = 0; i < args.length; i += 2) stored.add(`${args[i + 1]}:${args[i]}`);
      }
    }
  }
  return stored;
}

/** The commands of a file in Redis' protocol; the last may be cut off. */
function* commandsOf(file: Buffer): Generator<string[]> {
  let at = 0;
  const line = (): string | null => {
    const end = file.indexOf('\r\n', at);
    if (end === -1) return null;
    const text = file.toString('latin1', at, end);
    at = end + 2;
    return text;
  };
  for (;;) {
    const head = line();
    if (head === null) return;
    // Between commands a file may say what time it is.
    if (!head.startsWith('*')) continue;
    const words: string[] = [];
    for (let i = Number(head.slice(1)); i > 0; i--) {
      const length = Number(line()?.slice(1));
      if (Number.isNaN(length) || at + length > file.length) return;
      words.push(file.toString('utf8', at, at + length));
      at += length + 2;
    }
    yield words;
  }
}
