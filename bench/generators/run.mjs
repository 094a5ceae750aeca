// Clients that outside generators make of the whole document compile, and call a running suite.
import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { demoClients, demoPassword, demoQuarries, demoScopes, demoUsers } from '@safety/demo-data';
import { startSuite } from '@safety/local-stack';
import { generators } from './generators.mjs';

const run = promisify(execFile);
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;
// Tools, and what they have fetched, stay for the next time.
const kept = new URL('../../.local/generators/', import.meta.url).pathname;

const suite = await startSuite({ env: { ...process.env, LOG_LEVEL: process.env.LOG_LEVEL ?? 'fatal' } });
try {
  const document = await (await fetch(`${suite.url}/openapi.json`)).text();
  const environment = { BASE: suite.url, TOKEN: await token(), COMPANY: demoQuarries.id };
  for (const generator of generators) {
    const outcome = await tried(generator, document, environment);
    console.log(`${generator.name}: ${outcome.said}`);
    if (outcome.failed) process.exitCode = 1;
  }
} finally {
  await suite.stop();
}

async function token() {
  const { clientId, secret } = demoClients.find(({ grantTypes }) => grantTypes.includes('password'));
  const body = new URLSearchParams({
    ...{ grant_type: 'password', client_id: clientId, client_secret: secret },
    ...{ username: demoUsers[0].email, password: demoPassword, scope: demoScopes.join(' ') },
  });
  const answer = await fetch(`${suite.url}/auth/connect/token`, { method: 'POST', body });
  return (await answer.json()).access_token;
}

async function tried({ name, tools, get, make, call }, document, environment) {
  const folder = `${kept}${name}`;
  mkdirSync(`${folder}/tools`, { recursive: true });
  writeFileSync(`${folder}/openapi.json`, document);
  try {
    for (const tool of tools) await run('sh', ['-c', `command -v ${tool}`]);
  } catch {
    return { said: `skipped, since this machine does not have all of ${tools.join(', ')}.` };
  }
  try {
    for (const one of get) await step(folder, one);
  } catch (error) {
    return { said: `skipped, since it could not be fetched: ${lastLine(error)}` };
  }
  try {
    for (const one of [...make, call]) await step(folder, one, environment);
  } catch (error) {
    return { said: `FAILED at ${error.cmd}: ${lastLine(error)}`, failed: true };
  }
  return { said: 'its client compiles, and lists hazards with and without fields.' };
}

function step(folder, [command, parameters, { env = {}, folder: inner = '.' } = {}], environment = {}) {
  const own = env.GOBIN ? { ...env, GOBIN: resolve(folder, env.GOBIN) } : env;
  return run(command, parameters, {
    cwd: resolve(folder, inner),
    env: { ...process.env, ...own, ...environment },
    maxBuffer: MOST_OUTPUT_BYTES,
  });
}

function lastLine({ stderr = '', stdout = '', message }) {
  return `${stdout}\n${stderr}`.trim().split('\n').at(-1) || message;
}
