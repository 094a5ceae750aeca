import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { packedChromium } from './packed-chromium.js';

export type { Browser, Page } from 'playwright-core';

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Names on the PATH, and where macOS has an application. */
const INSTALLED = [
  'chromium',
  'google-chrome',
  'chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

function installed(): string | undefined {
  for (const name of INSTALLED) {
    try {
      return execFileSync('sh', ['-c', 'command -v "$1"', 'sh', name], { encoding: 'utf8' }).trim();
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

/**
 * A real Chromium: `CHROMIUM_PATH`, else an installed one, else the one that travels inside an npm package
 * for Linux on x64, with the libraries it needs where the system has none. Anywhere else: a sentence that
 * says what to install.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] || installed();
  if (executablePath) return chromium.launch({ executablePath, args: ARGUMENTS });
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The browser tests need Chromium: install it, or set CHROMIUM_PATH to a Chrome or Chromium.',
    );
  }
  const { program, libraries, fonts } = await packedChromium();
  const launch = () =>
    chromium.launch({
      executablePath: program,
      args: [...ARGUMENTS, '--headless=old', '--no-zygote', '--single-process'],
      env: {
        ...process.env,
        LD_LIBRARY_PATH: [libraries, process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
        FONTCONFIG_PATH: fonts,
      },
    });
  // Once in hundreds of starts its one process crashes (SIGSEGV), before it has loaded any page.
  return launch().catch(launch);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/**
 * Sent once for each context and origin: to send half a megabyte for each page takes as long as to run it.
 */
const runStoredAxe = "'axe' in window || ('axe' in localStorage && ((0, eval)(localStorage.axe), true))";

/**
 * The faults that axe finds in a page, as "rule: element", by all of its rules, or by `only` these. Evaluated
 * from outside, since a page's policy lets no script in.
 */
export async function accessibilityFindings(page: Page, only?: readonly string[]): Promise<string[]> {
  if (!(await page.evaluate<boolean>(runStoredAxe))) {
    await page.evaluate(`localStorage.axe = ${JSON.stringify(axe)}`);
    await page.evaluate(runStoredAxe);
  }
  const options = {
    resultTypes: ['violations'],
    ...(only && { runOnly: { type: 'rule', values: only } }),
  };
  return page.evaluate<string[]>(
    `axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html)))`,
  );
}
