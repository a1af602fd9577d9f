// Makes `npm start` and `npm test` work on a fresh machine: the packages at the locked versions, a Node that is new
// enough, redis-server from the system's package manager where nothing else says where Redis is, the bundle and the web page.
// Runs on any Node from 20, without packages. `prepare.mjs test` installs what only tests need as well.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isPageBuilt } from './page.mjs';
import { bundleOf } from './program.mjs';

const oldestNode = 24;
const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const ownNode = join(root, 'scripts/node');

installPackages(process.argv[2] === 'test');
installNode();
installRedis();
bundle();
buildPage();

/** Once the tools of the tests are there, a new version of the packages brings them again. */
function installPackages(forTests) {
  const stamp = join(root, 'node_modules/.prepared');
  const found = existsSync(stamp) ? readFileSync(stamp, 'utf8') : '';
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const [all, light] = [`with tests\n${lock}`, `without tests\n${lock}`];
  if (found === all || (found === light && !forTests)) return;
  const withTests = forTests || found.startsWith('with tests\n');
  say(`installing the packages${withTests ? ' and what tests need' : ''} (npm ci), once`);
  install(root, withTests ? [] : ['--omit=dev']);
  writeFileSync(stamp, withTests ? all : light);
}

/** `node_modules/.bin/node` is the one that everything runs with: the machine's own where it is new enough. */
function installNode() {
  const link = join(root, 'node_modules/.bin/node');
  // It may also be one that an earlier version of the packages brought.
  const isOwn = process.execPath.startsWith(root);
  const isNewEnough = !isOwn && Number(process.versions.node.split('.')[0]) >= oldestNode;
  const stamp = join(ownNode, 'node_modules/.prepared');
  const lock = readFileSync(join(ownNode, 'package-lock.json'), 'utf8');
  if (!isNewEnough && !(existsSync(stamp) && readFileSync(stamp, 'utf8') === lock)) {
    say(
      `installing Node ${oldestNode}, as ${isOwn ? 'its version changed' : `this machine has ${process.versions.node}`} (npm ci), once`,
    );
    install(ownNode, []);
    writeFileSync(stamp, lock);
  }
  const wanted = isNewEnough ? process.execPath : join(ownNode, 'node_modules/node/bin/node');
  // A new link takes the place of the old one at once: another start beside this one always finds one.
  const newLink = `${link}.${process.pid}`;
  mkdirSync(dirname(link), { recursive: true });
  symlinkSync(wanted, newLink);
  renameSync(newLink, link);
}

/** Where it cannot be made, the program starts from its sources. */
function bundle() {
  if (existsSync(bundleOf())) return;
  say('bundling the program, as its sources changed');
  const node = join(root, 'node_modules/.bin/node');
  if (!run(node, [join(root, 'scripts/bundle-program.mjs')]))
    say(
      'the program could not be bundled, for the reason above; it starts from its sources, which takes longer',
    );
}

/** Where it cannot be built, the monitor runs without it. */
function buildPage() {
  if (isPageBuilt()) return;
  say('building the web page, as its sources changed');
  const node = join(root, 'node_modules/.bin/node');
  if (!run(node, [join(root, 'scripts/bundle-page.mjs')]))
    say('the web page could not be built, for the reason above; the monitor runs without it');
}

function install(directory, options) {
  const all = ['ci', '--prefix', directory, '--no-audit', '--no-fund', '--loglevel=error', ...options];
  if (!run('npm', all)) fail('npm ci failed; its message stands above.');
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
