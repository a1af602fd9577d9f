import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Of Docker, containerd, CRI-O and Podman. */
const id = /(?:^|[/-])([0-9a-f]{64})(?:\.scope)?$/;

/** Where the runtime keeps the files that it mounts into the container itself. */
const mounted = /\/(?:containers|sandboxes|overlay-containers)\/([0-9a-f]{64})\//;

/** The id of the container that this process runs in, as short as `docker ps` shows it; null: in none that says it. */
export function findContainerId(root = '/'): string | null {
  const group = lines(join(root, 'proc/self/cgroup'))
    .map((line) => id.exec(line)?.[1])
    .find(Boolean);
  const mount = lines(join(root, 'proc/self/mountinfo'))
    .filter((line) => / \/etc\/(?:hostname|hosts|resolv\.conf) /.test(line))
    .map((line) => mounted.exec(line)?.[1])
    .find(Boolean);
  return (group ?? mount)?.slice(0, 12) ?? null;
}

function lines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
