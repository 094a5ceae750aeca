// Checks the rules of .dependency-cruiser.mjs. The command line of dependency-cruiser would add a warning
// about TypeScript 7, whose programming interface it does not know yet; the swc parser it uses instead reads
// all of our sources.
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import configuration from '../.dependency-cruiser.mjs';
import { packageFolders } from './packages.mjs';

const { options, ...ruleSet } = configuration;
const { output } = await cruise(
  packageFolders().map((folder) => join(folder, 'src')),
  { ...options, validate: true, ruleSet },
);
for (const { rule, from, to, cycle } of output.summary.violations) {
  process.stdout.write(
    `${rule.name}: ${[from, ...(cycle?.map((step) => step.name) ?? [to])].join(' -> ')}\n`,
  );
}
process.stdout.write(
  `${output.summary.violations.length} violations in ${output.summary.totalCruised} modules\n`,
);
process.exitCode = output.summary.violations.length === 0 ? 0 : 1;
