// Makes `npm start` and `npm test` work on a fresh machine: the dependencies at the locked versions, and redis-server
// from the system's package manager where nothing else says where Redis is. Runs on any Node from 20, without packages.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const modules = join(root, 'node_modules');
const stamp = join(modules, '.prepared');

installPackages();
installRedis();

function installPackages() {
  const wanted = readFileSync(join(root, 'package-lock.json'), 'utf8');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  say('installing the packages (npm ci); this takes a minute the first time');
  if (!run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']))
    fail('npm ci failed; its message stands above.');
  writeFileSync(stamp, wanted);
}

function installRedis() {
  if (
    process.env.REDIS_URL ||
    process.env.REDIS_URL_FILE ||
    process.env.TEST_REDIS_URL ||
    has('redis-server')
  )
    return;
  say('redis-server is not installed; asking the package manager for it');
  if (has('apt-get')) {
    const sudo = process.getuid?.() === 0 ? [] : has('sudo') ? ['sudo'] : null;
    if (sudo !== null) {
      const apt = (...args) =>
        run(...split([...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]));
      if (!apt('install', '-y', '--no-install-recommends', 'redis-server')) {
        if (apt('update')) apt('install', '-y', '--no-install-recommends', 'redis-server');
      }
    }
  } else if (has('brew')) {
    run('brew', ['install', 'redis']);
  }
  if (!has('redis-server')) {
    fail(
      'Install redis-server 7 or newer (Debian: apt-get install redis-server), or set REDIS_URL to one that runs.',
    );
  }
}

function split([command, ...args]) {
  return [command, args];
}

function has(command) {
  return spawnSync('sh', ['-c', `command -v ${command}`], { stdio: 'ignore' }).status === 0;
}

/** What is installed says so on stderr: the output of the command that follows stays clean. */
function run(command, args) {
  return spawnSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] }).status === 0;
}

function say(text) {
  process.stderr.write(`prepare: ${text}\n`);
}

function fail(text) {
  process.stderr.write(`prepare: ${text}\n`);
  process.exit(1);
}
