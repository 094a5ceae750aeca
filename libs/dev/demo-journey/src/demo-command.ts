import { publicUrlOf } from '@safety/local-stack';
import { runJourney } from './journey.js';
import { walkRoleJourneys } from './journeys/index.js';

/** Public address of the suite, as `npx --yes pnpm start` has it with the same settings. */
export const suiteUrl = (env: NodeJS.ProcessEnv): string =>
  publicUrlOf(env) ?? `http://localhost:${env['PORT'] || 8080}`;

/**
 * `npx --yes pnpm demo`: runs the journey of an integrator and those of each role against a running suite, by
 * default the local one. Sets the exit code.
 */
export async function demoCommand(env: NodeJS.ProcessEnv): Promise<void> {
  const url = suiteUrl(env);
  try {
    const report = (line: string) => void process.stdout.write(`${line}\n`);
    await runJourney({ url, report });
    await walkRoleJourneys({ url, report });
  } catch (error) {
    const { message, cause } = error as Error;
    const away = (cause as { code?: string } | undefined)?.code === 'ECONNREFUSED';
    const sentence = away
      ? `Nothing answers at ${url}: run npx --yes pnpm start first.`
      : `The demo failed: ${message}`;
    process.stderr.write(`${sentence}\n`);
    process.exitCode = 1;
  }
}
