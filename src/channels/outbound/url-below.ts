/** The address of a path below that of a server, which may have a path itself. */
export function urlBelow(server: string, path: string): string {
  return `${server.replace(/\/+$/, '')}${path}`;
}
