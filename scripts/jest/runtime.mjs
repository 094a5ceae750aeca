import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import { exportGlobals } from './globals.mjs';

const globalsUrl = new URL('globals.mjs', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === '@jest/globals' ? { url: globalsUrl, shortCircuit: true } : next(specifier, context),
});

/**
 * Lets Node load spec files, and all that they import, once for each worker. Jest would load NestJS, TypeORM
 * and the rest anew for each file, into a context of its own: a second of processor time each.
 */
export default class NodeRuntime extends Runtime {
  /** Circus keeps the tests of a file in its modules; each file gets a fresh one. */
  requireInternalModule(from, to) {
    const require = createRequire(from);
    const path = require.resolve(to ?? from);
    delete require.cache[path];
    delete globalThis[Symbol.for('EVENT_HANDLERS')];
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  async unstable_importModule(path) {
    exportGlobals(this.requireModuleOrMock(path, '@jest/globals'));
    await import(pathToFileURL(path).href);
  }

  /** Jest would replace the function of its own sandbox, which is the process here. */
  installGetBuiltinModule() {}
}
