// Finds statements that would not stand tables that are distributed by company; nodes/find-bound.mjs says
// which. The services whose tables can be distributed are held to it, and what they share.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { right, wrong } from './nodes/examples.mjs';
import { findBound, tablesOf } from './nodes/find-bound.mjs';

const FOLDERS = ['apps/hazards-events', 'apps/personnel-org', 'apps/training', 'libs/persistence'];
/** Tests, and programs that run while tables are on one node. */
const OTHERS = [
  /\.(spec|cases|d)\.ts$/,
  /\/(migrations|testing|demo|prepare|distribution)\//,
  /\/demo-[\w-]+\.ts$/,
];

const complaints = [];
const examples = ['notes'];
for (const [name, source] of Object.entries(wrong))
  if (findBound(source, examples).length === 0) complaints.push(`the check does not find: ${name}`);
for (const [name, source] of Object.entries(right))
  for (const { what } of findBound(source, examples))
    complaints.push(`the check takes for wrong: ${name}: ${what}`);

const files = FOLDERS.flatMap((folder) =>
  readdirSync(join(folder, 'src'), { recursive: true }).map((file) => join(folder, 'src', file)),
).filter((file) => file.endsWith('.ts'));
const isMigration = (file) => /\/migrations\/|\.migration\.ts$/.test(file) && !file.endsWith('.spec.ts');
const tables = new Set(files.filter(isMigration).flatMap((file) => tablesOf(readFileSync(file, 'utf8'))));
for (const file of files.filter((name) => !isMigration(name) && !OTHERS.some((other) => other.test(name))))
  for (const { line, what } of findBound(readFileSync(file, 'utf8'), tables))
    complaints.push(
      `${file}:${line}: ${what}. See docs/operations/scaling.md, or say \`// on many nodes: <what it does there>\``,
    );

if (complaints.length > 0) process.stdout.write(`${complaints.join('\n')}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;
