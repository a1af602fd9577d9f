// `helm test`: ends with 0 when the API is ready and, if a key is given, knows it.
const { MONITOR_URL: url, API_KEY: key } = process.env;

async function ask(path, headers) {
  const reply = await fetch(`${url}${path}`, { headers, signal: AbortSignal.timeout(10_000) });
  process.stdout.write(`${path} ${reply.status}\n`);
  if (reply.ok) return;
  process.stderr.write(`${await reply.text()}\n`);
  process.exitCode = 1;
}

await ask('/readyz', {});
if (key) await ask('/api/services?limit=1', { 'x-api-key': key.trim() });
