// Checks the rules of .dependency-cruiser.mjs. The command line of dependency-cruiser would add a warning
// about TypeScript 7, whose programming interface it does not know yet; the swc parser it uses instead reads
// all of our sources.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import configuration, { wingsOfIdentity } from '../.dependency-cruiser.mjs';
import { packageFolders } from './packages.mjs';

const { options, ...ruleSet } = configuration;
const complaints = [];
const readme = readFileSync('apps/identity/README.md', 'utf8');
const folders = [...readme.matchAll(/^\| `src\/([\w-]+)\/` \|/gm)].map(([, folder]) => folder);
// The first row of its table holds specs alone.
if (folders.slice(1).join() !== wingsOfIdentity.toReversed().join())
  complaints.push('apps/identity/README.md: its table of folders differs from the order that is checked');

const { output } = await cruise(
  packageFolders().map((folder) => join(folder, 'src')),
  { ...options, validate: true, ruleSet },
);
for (const { rule, from, to, cycle } of output.summary.violations)
  complaints.push(`${rule.name}: ${[from, ...(cycle?.map((step) => step.name) ?? [to])].join(' -> ')}`);
for (const complaint of complaints) process.stdout.write(`${complaint}\n`);
process.stdout.write(`${complaints.length} violations in ${output.summary.totalCruised} modules\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;
