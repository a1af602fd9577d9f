import { readdirSync, readFileSync, statSync } from 'node:fs';
import { parseAllDocuments } from 'yaml';

/** A file that is delivered for running the monitor somewhere, by its path below the root. */
export interface DeployFile {
  path: string;
  text: string;
}

const root = new URL('../../../', import.meta.url);

export function readDeployFile(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

/** Everything below `folder` (templates of Helm too), and what stands at the root for containers. */
export function deployFiles(folder = 'deploy'): DeployFile[] {
  const below = readdirSync(new URL(folder, root), { recursive: true })
    .map((name) => `${folder}/${String(name)}`)
    .filter((path) => statSync(new URL(path, root)).isFile());
  const paths = folder === 'deploy' ? [...below, 'docker-compose.yml', 'Dockerfile', '.dockerignore'] : below;
  return paths.sort().map((path) => ({ path, text: readDeployFile(path) }));
}

/** The documents of a YAML text, `<<` merged; throws with everything that is wrong in it. */
export function readYaml(text: string): unknown[] {
  return parseAllDocuments(text, { merge: true, uniqueKeys: true, prettyErrors: true })
    .map((document) => {
      if (document.errors.length > 0)
        throw new Error(document.errors.map((error) => error.message).join('\n'));
      return document.toJS() as unknown;
    })
    .filter((document) => document !== null);
}
