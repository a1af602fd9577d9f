import { connect } from 'node:net';

/** Whether no server listens on this socket; one that hangs, or loads its data, still takes callers. */
export function isGone(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect({ path: socket });
    const end = (isGone: boolean) => {
      probe.destroy();
      resolve(isGone);
    };
    probe.once('connect', () => end(false));
    probe.once('error', (error: NodeJS.ErrnoException) =>
      end(error.code === 'ECONNREFUSED' || error.code === 'ENOENT'),
    );
  });
}
