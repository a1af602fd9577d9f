// A program that waits for nothing but the SDK.
const { addMonitor } = await import(process.env.PACKAGE);
const monitor = addMonitor({ timeouts: { listenMs: 0 } });
console.log((await monitor.registered).kind);
console.log((await monitor.stop()).kind);
