import { flushCompileCache } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';
import { emptyKeyspace, testKeyspaceOf } from '../../libs/dev/local-stack/dist/index.js';

/** Warnings of Node in this worker since the last spec file has ended. */
const warnings = [];
process.on('warning', ({ name, message }) => warnings.push(`${name}: ${message}`));

/**
 * The worker's own globals, as `runtime.mjs` loads spec files as Node does. A spec file leaves them as it
 * found them, and fails if Node warned. It has the Redis of REDIS_URL to itself and finds it empty: those of
 * one worker run one after the other.
 */
export default class WorkerEnvironment {
  global = globalThis;
  fakeTimers = null;
  moduleMocker = new ModuleMocker(globalThis);
  #before = { console: globalThis.console, exit: process.exit, env: { ...process.env } };

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    const url = testKeyspaceOf(process.env.TEST_REDIS_URL, Number(process.env.JEST_WORKER_ID));
    await emptyKeyspace(url);
    process.env.REDIS_URL = url;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    globalThis.console = this.#before.console;
    process.exit = this.#before.exit;
    for (const name of Object.keys(process.env)) if (!(name in this.#before.env)) delete process.env[name];
    Object.assign(process.env, this.#before.env);
    // Written as a worker ends, it would take longer than Jest waits for that.
    flushCompileCache();
    const warned = warnings.splice(0);
    if (warned.length > 0) throw new Error(`Node warned: ${warned.join('; ')}`);
  }

  exportConditions = () => ['node', 'node-addons'];

  /** Nothing runs in a context of its own. */
  getVmContext = () => null;
}
