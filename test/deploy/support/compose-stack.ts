import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../support/free-port.ts';
import { runProgram } from './run-program.ts';

/** docker-compose.yml, brought up under a name and on a port of its own. */
export interface ComposeStack {
  url: string;
  /** What the names of its containers begin with. */
  project: string;
  compose(...args: string[]): Promise<string>;
  docker(...args: string[]): Promise<string>;
  /** Lines of the shell, in the folder of the project, for this stack: `docker compose` is the program that is tried. */
  run(script: string): Promise<string>;
  /** Ids of the running containers of a service. */
  containers(service: string): Promise<string[]>;
  /** GET from inside, where names of services are known; the answer as JSON. */
  fetchInside(url: string): Promise<unknown>;
  /** Takes everything down, with its volumes, and returns what is left of it: nothing. */
  remove(): Promise<string[]>;
}

const here = fileURLToPath(new URL('../../../', import.meta.url));

/** Today's `docker compose`, or the `docker-compose` of old engines; COMPOSE says which. */
const program: readonly string[] =
  process.env['COMPOSE']?.split(' ') ??
  (spawnSync('docker', ['compose', 'version']).status === 0 ? ['docker', 'compose'] : ['docker-compose']);

/**
 * `settings` as they stand in `.env`; `root` is where another version of the project is, and `like` a stack that is the
 * same one to the engine.
 */
export async function prepareStack(
  settings: Record<string, string>,
  { root = here, like }: { root?: string; like?: ComposeStack } = {},
): Promise<ComposeStack> {
  const project = like?.project ?? `monitor-try-${process.pid}`;
  const port = like ? new URL(like.url).port : await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...process.env,
    ...settings,
    ...{ MONITOR_PUBLISH: `127.0.0.1:${port}`, MONITOR_PUBLIC_URL: url },
    ...{ COMPOSE: program.join(' '), COMPOSE_PROJECT_NAME: project },
  };
  const [first = '', ...rest] = program;
  const docker = (...args: string[]) => runProgram('docker', args);
  const compose = (...args: string[]) =>
    runProgram(
      first,
      [...rest, '--project-directory', root, '-f', `${root}docker-compose.yml`, '-p', project, ...args],
      env,
    );
  const ofProject = (...args: string[]) =>
    docker(...args, '-q', '--filter', `label=com.docker.compose.project=${project}`);
  const lines = (text: string) => text.split('\n').filter(Boolean);
  const containers = async (service: string) =>
    lines(await ofProject('ps', '--no-trunc', '--filter', `label=com.docker.compose.service=${service}`));

  return {
    url,
    project,
    compose,
    docker,
    run: (script) =>
      runProgram(
        'sh',
        ['-ec', `cd '${root}'; ${script.replaceAll('docker compose', program.join(' '))}`],
        env,
      ),
    containers,
    async fetchInside(address) {
      const [container = ''] = await containers('api');
      const ask = `fetch(${JSON.stringify(address)}).then((reply) => reply.text()).then(console.log)`;
      return JSON.parse(await docker('exec', container, 'node', '-e', ask));
    },
    async remove() {
      await compose(
        '--profile',
        'metrics',
        '--profile',
        'mail',
        '--profile',
        'by-hand',
        'down',
        '--volumes',
        '--remove-orphans',
        '-t',
        '10',
      );
      const left = await Promise.all([
        ofProject('ps', '-a'),
        ofProject('volume', 'ls'),
        ofProject('network', 'ls'),
      ]);
      return left.flatMap(lines);
    },
  };
}
