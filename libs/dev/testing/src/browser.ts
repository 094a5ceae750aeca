import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packed, { inflate } from '@sparticuz/chromium';
import { type Browser, chromium, type Page } from 'playwright-core';

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

function onPath(): string | undefined {
  for (const name of ['chromium', 'google-chrome', 'chromium-browser']) {
    try {
      return execFileSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // Not this one.
    }
  }
  return undefined;
}

/**
 * A real Chromium: `CHROMIUM_PATH`, else one on the PATH, else the one that travels inside an npm package for
 * Linux on x64, with the libraries it needs where the system has none. Anywhere else: a sentence that says
 * what to install.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? onPath();
  if (executablePath) return chromium.launch({ executablePath, args: ARGUMENTS });
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'The browser tests need Chromium: install it, or set CHROMIUM_PATH to a Chrome or Chromium.',
    );
  }
  const binaries = fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')));
  const unpacked = await packed.executablePath(binaries);
  await inflate(join(binaries, 'al2023.tar.br'));
  const libraries = [join(tmpdir(), 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']]
    .filter(Boolean)
    .join(':');
  return chromium.launch({
    executablePath: unpacked,
    args: [...ARGUMENTS, '--headless=old', '--no-zygote', '--single-process'],
    env: { ...process.env, LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(tmpdir(), 'fonts') },
  });
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
