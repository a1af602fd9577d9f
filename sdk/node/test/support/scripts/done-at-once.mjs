// A program that has nothing more to do: the SDK must not keep it.
const { addMonitor } = await import(process.env.PACKAGE);
addMonitor({ timeouts: { listenMs: 0 } });
// Long enough for a request to be under way.
await new Promise((resolve) => setTimeout(resolve, 200));
