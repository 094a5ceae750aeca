// npx --yes pnpm bench <name>: runs bench/<name>/run.mjs.
import './check-node.mjs';
import { existsSync, readdirSync } from 'node:fs';
import { compile } from './steps.mjs';

const [name = ''] = process.argv.slice(2).filter((argument) => argument !== '--');
const file = new URL(`../bench/${name}/run.mjs`, import.meta.url);
const known = readdirSync('bench').filter((folder) => existsSync(`bench/${folder}/run.mjs`));
if (!known.includes(name)) {
  process.stderr.write(`Name one of: ${known.join(', ')}. For example: npx --yes pnpm bench ${known[0]}\n`);
  process.exit(1);
}
if (!(await compile())) process.exit(1);
await import(file.href);
