import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A file of the program, by its path below the root of the house. */
export interface SourceFile {
  path: string;
  text: string;
  lines: number;
}

const root = new URL('../../', import.meta.url);

/** All files below `folder` whose name ends in one of `endings`. */
export function sourceFiles(folder: string, endings = ['.ts', '.js', '.lua', '.css', '.html']): SourceFile[] {
  return readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .sort()
    .map((path) => {
      const text = readHouseFile(path);
      return { path, text, lines: text.trimEnd().split('\n').length };
    });
}

export function readHouseFile(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}
