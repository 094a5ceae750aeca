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

/**
 * The folder of a package of npm with all that it needs, without scripts of any of them. Packages of
 * `without` are empty: those that would be built in C++, and that nothing here calls.
 */
export function fromNpm({ name, version, without }) {
  const home = join(folder, `${name}-${version}`);
  const whole = join(home, '.whole');
  if (existsSync(whole)) return home;
  need(['npm']);
  for (const one of without) {
    mkdirSync(join(home, 'without', one), { recursive: true });
    writeFileSync(
      join(home, 'without', one, 'package.json'),
      JSON.stringify({ name: one, version: '0.0.0' }),
    );
    writeFileSync(join(home, 'without', one, 'index.js'), 'module.exports = {};');
  }
  const overrides = Object.fromEntries(without.map((one) => [one, `file:without/${one}`]));
  writeFileSync(
    join(home, 'package.json'),
    JSON.stringify({ private: true, dependencies: { [name]: version }, overrides }),
  );
  const install = ['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund'];
  run(`${name} cannot be had from npm`, 'npm', install);
  writeFileSync(whole, '');
  return home;
}

export function need(programs) {
  const missing = programs.filter((program) => !findExecutable([program], PATH));
  if (missing.length > 0) throw new MissingPeer(`this machine has no ${missing.join(' and no ')}`);
}

function run(failure, program, args) {
  try {
    const env = { ...process.env, PATH };
    execFileSync(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'], env });
  } catch (cause) {
    throw new MissingPeer(failure, { cause });
  }
}
