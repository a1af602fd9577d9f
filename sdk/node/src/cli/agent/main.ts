import { once } from 'node:events';
import type { Config } from '../../config/config.ts';
import { resolveConfig } from '../../config/resolve-config.ts';
import { readAgentLine } from './agent-line.ts';
import { endOfProcess } from './end-of-process.ts';
import { agentHelpText } from './help-text.ts';
import { runAgent } from './run-agent.ts';

/** `service-monitor agent`; resolves to its exit status. */
export async function agentMain(argv: readonly string[]): Promise<number> {
  const line = readAgentLine(argv);
  if (line.kind === 'help') {
    process.stdout.write(agentHelpText);
    return 0;
  }
  if (line.kind === 'usage') {
    process.stderr.write(`service-monitor: ${line.problem}\n\n${agentHelpText}`);
    return 2;
  }
  const outcome = resolveConfig({ ...line.options, timeouts: { listenMs: 0 } }, process.env);
  if (outcome.kind === 'invalid') {
    process.stderr.write(`service-monitor: ${outcome.errors.join('; ')}\n`);
    return 2;
  }
  // Nothing that the SDK waits for keeps a process alive.
  const alive = setInterval(() => undefined, 3_600_000);
  const ending = endOfProcess();
  if (outcome.kind === 'valid') await runAgent(line.agent, named(outcome.config), process.env, ending);
  // A sidecar that ends is started again and again.
  else await once(ending, 'abort');
  clearInterval(alive);
  return 0;
}

/** Its key is the same after the agent was started again, so it holds no process id. */
function named(config: Config): Config {
  const key = config.port === null ? config.hostname : `${config.hostname}:${config.port}`;
  return { ...config, instanceId: config.instanceId ?? key };
}
