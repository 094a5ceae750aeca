import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { repositoryRoot } from '@safety/local-stack';

/** A Chromium with the libraries and fonts that it needs where the system has none. */
export interface PackedChromium {
  readonly program: string;
  readonly libraries: string;
  readonly fonts: string;
}

/** For a process of its own: the package unpacks into the folder for temporary files of its process. */
const UNPACK = `
  import chromium, { inflate } from '@sparticuz/chromium';
  const binaries = process.argv[1];
  await chromium.executablePath(binaries);
  await inflate(binaries + '/al2023.tar.br');
`;

/**
 * The Chromium that travels inside an npm package for Linux on x64, unpacked once below `.local`. It gets its
 * name when it is complete, so that neither an interrupted run nor another worker leaves a part of it.
 */
export async function packedChromium(parent = join(repositoryRoot, '.local')): Promise<PackedChromium> {
  const root = new URL('../', import.meta.resolve('@sparticuz/chromium'));
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { version: string };
  const folder = join(parent, `chromium-${version}`);
  if (!existsSync(folder)) await unpack(fileURLToPath(new URL('bin', root)), folder);
  return {
    program: join(folder, 'chromium'),
    libraries: join(folder, 'al2023', 'lib'),
    fonts: join(folder, 'fonts'),
  };
}

async function unpack(binaries: string, folder: string): Promise<void> {
  mkdirSync(dirname(folder), { recursive: true });
  const partial = mkdtempSync(`${folder}-`);
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK, binaries], {
      cwd: fileURLToPath(new URL('.', import.meta.url)),
      env: { ...process.env, TMPDIR: partial },
    });
    findFontsIn(join(partial, 'fonts', 'fonts.conf'), join(folder, 'fonts-cache'));
    renameSync(partial, folder);
  } catch (error) {
    // Another worker may have been faster.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  removeOthers(folder);
}

/** Older versions, and parts that killed runs have left. A worker that loses its part takes the whole. */
function removeOthers(folder: string): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent))
    if (name.startsWith('chromium-') && name !== basename(folder))
      rmSync(join(parent, name), { recursive: true, force: true, maxRetries: 5 });
}

/** The package looks for its fonts below /tmp; without any, every text is zero pixels wide. */
function findFontsIn(config: string, cache: string): void {
  const text = readFileSync(config, 'utf8')
    .replace('<dir>/tmp/fonts</dir>', '<dir prefix="relative">.</dir>')
    .replace('/tmp/fonts-cache/', cache);
  writeFileSync(config, text);
}
