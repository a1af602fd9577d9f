import type { FastifyInstance } from 'fastify';

/** What keeps a port from being opened is for whoever set it: it is said with the setting that mends it. */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const at = `${host}:${port}`;
    if (code === 'EADDRINUSE')
      throw new Error(
        `another program already listens on ${at}; stop it, or set MONITOR_PORT to another port`,
        {
          cause: error,
        },
      );
    if (code === 'EACCES')
      throw new Error(`this user may not listen on ${at}; set MONITOR_PORT to a port of 1024 or higher`, {
        cause: error,
      });
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`this machine has no address ${host}; set MONITOR_HOST to one that it has`, {
        cause: error,
      });
    throw error;
  }
}
