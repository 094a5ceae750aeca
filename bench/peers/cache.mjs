// Peers as their registries have them, kept outside of this checkout: PEERS_FOLDER, or the cache of the user.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { findExecutable } from '@safety/local-stack';
import { MissingPeer } from './missing.mjs';

const folder = resolve(
  process.env.PEERS_FOLDER ??
    join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'workplace-safety-suite/peers'),
);
/** The Node that runs the bench, not another one of the machine: Directus needs 22. */
const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter);

/** The folder of an artifact of Maven Central that is a zip; its first folder is what it unpacks to. */
export function fromMaven({ group, artifact, version, folder: unpacked }) {
  const home = join(folder, unpacked);
  if (existsSync(home)) return home;
  need(['mvn', 'unzip']);
  mkdirSync(folder, { recursive: true });
  const copy = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
  const wanted = [`-Dartifact=${group}:${artifact}:${version}:zip`, `-DoutputDirectory=${folder}`];
  run(`${artifact} cannot be had from Maven Central`, 'mvn', ['-q', '-B', copy, ...wanted]);
  run(`${artifact} cannot be unpacked`, 'unzip', ['-q', `${artifact}-${version}.zip`]);
  return home;
}

/** The folder of a package of npm with all that it needs; parts in C++ are built for this Node. */
export function fromNpm({ name, version }) {
  const home = join(folder, `${name}-${version}`);
  const whole = join(home, '.whole');
  if (existsSync(whole)) return home;
  need(['npm']);
  mkdirSync(home, { recursive: true });
  const install = ['install', '--prefix', home, '--no-audit', '--no-fund', '--legacy-peer-deps'];
  run(`${name} cannot be had from npm`, 'npm', [...install, `${name}@${version}`]);
  writeFileSync(whole, '');
  return home;
}

export function need(programs) {
  const missing = programs.filter((program) => !findExecutable([program], PATH));
  if (missing.length > 0) throw new MissingPeer(`this machine has no ${missing.join(' and no ')}`);
}

function run(failure, program, args) {
  try {
    const env = { ...process.env, ...headers(), PATH };
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env });
  } catch (cause) {
    throw new MissingPeer(failure, { cause });
  }
}

/** The headers of this Node, where it came with them: else node-gyp fetches them. */
function headers() {
  const home = dirname(dirname(process.execPath));
  const arch = `node-${process.platform}-${process.arch}`;
  const nodedir = [home, join(home, 'node_modules', arch)].find((one) =>
    existsSync(join(one, 'include/node/node_api.h')),
  );
  return nodedir && { npm_config_nodedir: nodedir };
}
