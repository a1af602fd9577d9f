import { constants } from 'node:fs';
import { access, type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Archive } from '../../actors/ports/retention.ts';

/** Lines of JSON in a directory, one file a day. It is not created: what is missing may be a volume that is not mounted. */
export function openArchiveDirectory(directory: string): Archive {
  return {
    examine: () => access(directory, constants.W_OK | constants.X_OK),

    async append(lines, atMs) {
      const name = `${new Date(atMs).toISOString().slice(0, 10)}.jsonl`;
      const file = await open(join(directory, name), 'a+', 0o600);
      try {
        const { size } = await file.stat();
        const begin = (await endsInLine(file, size)) ? '' : '\n';
        await file.appendFile(`${begin}${lines.join('\n')}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      // The name of a new file is on the disk only with its directory.
      const entry = await open(directory, 'r');
      try {
        await entry.sync();
      } finally {
        await entry.close();
      }
    },
  };
}

/** A crash or a full disk can leave half a line, which must not take the next one with it. */
async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer.toString() === '\n';
}
