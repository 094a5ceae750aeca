// Proxies that are programs of the system: from the PATH, else installed by root with apt, else from Docker.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { aptInstallScript, findExecutable, reservePort } from '@safety/local-stack';

const STARTS_WITHIN_MS = 20_000;

/** Starts one of them; resolves to a sentence where the machine has no way to. */
export async function startProgram({ program, image, command, files }, scene) {
  const way = wayTo(program);
  if (!way)
    return {
      missing: `${program} is left out: install it, run as root where there is apt, or start Docker.`,
    };
  const { port, release } = await reservePort();
  const folder = mkdtempSync(join(tmpdir(), 'bench-gateway-'));
  for (const [name, text] of Object.entries(files(port, folder, scene)))
    writeFileSync(join(folder, name), text);
  const child = way === 'docker' ? inDocker(image, folder, command(folder)) : spawned(way, command(folder));
  const clean = async () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
    await release();
  };
  try {
    await answers(port, child);
    return { url: `http://127.0.0.1:${port}`, pid: child.pid(), stop: clean };
  } catch (error) {
    await clean();
    return { missing: `${program} is left out: ${error.message}` };
  }
}

function wayTo(program) {
  const found = findExecutable([program], process.env.PATH);
  if (found) return found;
  if (process.getuid?.() === 0 && findExecutable(['apt-get'], process.env.PATH)) {
    if (succeeds('sh', ['-c', aptInstallScript(program)])) return findExecutable([program], process.env.PATH);
  }
  return succeeds('docker', ['info']) ? 'docker' : undefined;
}

function succeeds(program, args) {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function spawned(file, [, ...args]) {
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  return { pid: () => child.pid, kill: () => child.kill('SIGKILL'), hasEnded: () => child.exitCode !== null };
}

/**
 * In the network of this machine and with its process ids, so that nothing else than for a program of the
 * PATH is measured.
 */
function inDocker(image, folder, command) {
  const run = ['run', '--rm', '-d', '--network=host', '--user=0', `-v${folder}:${folder}`, image, ...command];
  const id = execFileSync('docker', run, { encoding: 'utf8' }).trim();
  const inspect = (format) =>
    execFileSync('docker', ['inspect', '-f', format, id], { encoding: 'utf8' }).trim();
  return {
    pid: () => Number(inspect('{{.State.Pid}}')),
    kill: () => succeeds('docker', ['kill', id]),
    hasEnded: () => !succeeds('docker', ['inspect', id]),
  };
}

async function answers(port, child) {
  for (const end = Date.now() + STARTS_WITHIN_MS; Date.now() < end; await delay(50)) {
    if (child.hasEnded()) throw new Error('it ended at once.');
    if (await connects(port)) return;
  }
  throw new Error('it did not start.');
}

function connects(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('error', () => resolve(false)).on('connect', () => socket.destroy());
  });
}
