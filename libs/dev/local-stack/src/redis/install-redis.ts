import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';
import { aptInstallScript, OTHER_VERSION } from '../processes/apt-install.js';
import { findExecutable } from '../processes/executables.js';
import { SetupError } from '../setup-error.js';
import { installedRedis, OLDEST_MAJOR } from './installed-redis.js';

/** How one package manager installs Redis, or Valkey where the distribution replaced Redis by it. */
interface PackageManager {
  readonly program: string;
  readonly script: string;
  /** Homebrew refuses root; all others need it. */
  readonly asRoot: boolean;
}

const managers: readonly PackageManager[] = [
  { program: 'apt-get', script: aptInstallScript('redis-server', OLDEST_MAJOR), asRoot: true },
  { program: 'dnf', script: 'dnf install -y -q valkey || dnf install -y -q redis', asRoot: true },
  { program: 'yum', script: 'yum install -y -q valkey || yum install -y -q redis', asRoot: true },
  { program: 'apk', script: 'apk add -q redis || apk add -q valkey', asRoot: true },
  {
    program: 'pacman',
    script: 'pacman -Sy --noconfirm valkey || pacman -Sy --noconfirm redis',
    asRoot: true,
  },
  { program: 'zypper', script: 'zypper -n -q install redis || zypper -n -q install valkey', asRoot: true },
  { program: 'brew', script: 'brew install --quiet redis', asRoot: false },
];

const notFound = `Redis ${OLDEST_MAJOR}.0 or newer was not found`;
const waysOut = 'install redis-server or valkey-server, start Docker, or set REDIS_URL';
const waysAroundPackage = 'start Docker, set REDIS_URL, or install a newer package, such as that of redis.io';

/**
 * Installs Redis with the system's package manager: as root, or through `sudo` when it asks for no password.
 * @returns the program
 * @throws SetupError that lists what else would do, when that is not possible
 */
export async function installRedis(
  env: NodeJS.ProcessEnv,
  log: (line: string) => void = () => undefined,
): Promise<string> {
  const isRoot = process.getuid?.() === 0;
  const manager = managers.find(
    ({ program, asRoot }) => (asRoot || !isRoot) && findExecutable([program], env['PATH']),
  );
  if (manager === undefined) throw new SetupError(`${notFound}: ${waysOut}.`);
  if (manager.asRoot && !isRoot && spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' }).status !== 0) {
    throw new SetupError(`${notFound}, and installing it needs root: ${waysOut}.`);
  }
  log(`Installing Redis once with ${manager.program}...`);
  const [program = 'sh', ...args] = [
    ...(manager.asRoot && !isRoot ? ['sudo', '-n'] : []),
    'sh',
    '-c',
    manager.script,
  ];
  try {
    await promisify(execFile)(program, args, { maxBuffer: 16 * 1024 * 1024 });
  } catch (cause) {
    const { stderr = '', message, code } = cause as { stderr?: string; message: string; code?: unknown };
    const reason = stderr.trim().split('\n').at(-1) || message.split('\n')[0];
    const ways = code === OTHER_VERSION ? waysAroundPackage : waysOut;
    throw new SetupError(`${notFound} and ${manager.program} could not install it (${reason}): ${ways}.`, {
      cause,
    });
  }
  const installed = installedRedis(env['PATH']);
  if (installed !== undefined) return installed;
  throw new SetupError(`${manager.program} has no Redis ${OLDEST_MAJOR}.0 or newer: ${waysAroundPackage}.`);
}
