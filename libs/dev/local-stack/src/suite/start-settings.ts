import { z } from 'zod';
import { SetupError } from '../setup-error.js';

/** The settings of `npx --yes pnpm start`, as the environment has them. */
export interface StartSettings {
  /** Public port. */
  readonly port: number;
  /** Address the gateway listens on. */
  readonly host: string;
  /** Public address without a final slash, when it is not that of the port on this machine. */
  readonly publicUrl: string | undefined;
  /** Whether to add the demo data. */
  readonly demo: boolean;
}

/**
 * Reads the settings; an empty one counts as absent.
 * @throws SetupError that names the setting to change
 */
export const startSettings = (env: NodeJS.ProcessEnv): StartSettings => ({
  port: publicPort(env['PORT']),
  host: publicHost(env),
  publicUrl: publicUrlOf(env),
  demo: isDemo(env['DEMO']),
});

/** `AUTH_URL` without a final slash; undefined where it is empty. */
export const publicUrlOf = (env: NodeJS.ProcessEnv): string | undefined =>
  env['AUTH_URL']?.replace(/(?<!\/)\/+$/, '') || undefined;

function publicPort(value: string | undefined): number {
  const port = Number(value || 8080);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new SetupError(`PORT is a number from 1 to 65535, not ${value}.`);
}

/** Those that `http://localhost` reaches, the public address without AUTH_URL. */
const LOCAL_HOSTS = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'];

/** Some shells keep the name of the machine or of a compiler's target in HOST. */
function publicHost(env: NodeJS.ProcessEnv): string {
  const host = env['HOST'] || '127.0.0.1';
  if (LOCAL_HOSTS.includes(host) || publicUrlOf(env) !== undefined) return host;
  throw new SetupError(
    `HOST is ${host}: unset it, set it to one of ${LOCAL_HOSTS.join(', ')}, or set AUTH_URL to the public address there.`,
  );
}

/** The same words as in identity. */
function isDemo(value: string | undefined): boolean {
  const demo = z.stringbool().safeParse(value || 'true');
  if (demo.success) return demo.data;
  throw new SetupError(`DEMO is true or false, not ${value}: with false there is no demo data.`);
}
