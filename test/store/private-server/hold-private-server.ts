import { startPrivateServer } from '../../../src/store/private-server/start-private-server.ts';

/** A process that owns the private Redis of a data directory until it is killed; it prints the address, or why not. */
try {
  const { url } = await startPrivateServer(process.argv[2] ?? '');
  process.stdout.write(`${url}\n`);
  setInterval(() => undefined, 1_000);
} catch (error) {
  process.stdout.write(`refused: ${error instanceof Error ? error.message : String(error)}\n`);
}
