// Finds counts that are read before something is written by them; counts/find-read-counts.mjs says which.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { right, wrong } from './counts/examples.mjs';
import { findReadCounts } from './counts/find-read-counts.mjs';
import { packageFolders } from './packages.mjs';

/** Sources that only tests use, and programs that only look on. */
const OTHERS = [/\.(spec|cases|d)\.ts$/, /\/(test|testing)\//, /^libs\/dev\/(testing|demo-journey|drills)\//];

const complaints = [];
for (const [name, source] of Object.entries(wrong))
  if (findReadCounts(source).length === 0) complaints.push(`the check does not find: ${name}`);
for (const [name, source] of Object.entries(right))
  if (findReadCounts(source).length > 0) complaints.push(`the check takes for wrong: ${name}`);

const files = packageFolders().flatMap((folder) =>
  readdirSync(join(folder, 'src'), { recursive: true }).map((file) => join(folder, 'src', file)),
);
for (const file of files.filter((name) => name.endsWith('.ts') && !OTHERS.some((other) => other.test(name))))
  for (const { line, what } of findReadCounts(readFileSync(file, 'utf8')))
    complaints.push(
      `${file}:${line}: ${what}. Count and decide in one step, or say \`// count is read: <why it may be>\``,
    );

if (complaints.length > 0) process.stdout.write(`${complaints.join('\n')}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;
