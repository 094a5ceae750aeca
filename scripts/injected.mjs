// Finds classes that are given more than six dependencies: to read one is to know them all.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { packageFolders } from './packages.mjs';
import { parsed, walk } from './sources.mjs';

const MOST = 6;
/** The classes beyond it, and what each takes: none grows, and one that is split leaves the list. */
const BEYOND = {
  'gateway/ReverseProxy': 8,
  'hazards-events/ActionSources': 7,
  'hazards-events/EventReferences': 7,
  'hazards-events/HazardSubmissions': 7,
  'identity/PasswordChange': 7,
  'identity/ProviderExtensions': 7,
  'personnel-org/HistoryEffects': 7,
  'personnel-org/PersonHistoryService': 7,
  'personnel-org/PlacementsService': 7,
  'personnel-org/PublishedStates': 7,
};

const complaints = [];
const left = new Set(Object.keys(BEYOND));
for (const folder of packageFolders())
  for (const name of readdirSync(join(folder, 'src'), { recursive: true }))
    if (/(?<!\.spec|\.cases|\.d)\.ts$/.test(name)) look(basename(folder), join(folder, 'src', name));
for (const one of left)
  complaints.push(`${one} takes no more than ${MOST}: it leaves the list of scripts/injected.mjs`);

function look(app, file) {
  const source = readFileSync(file, 'utf8');
  // Only these are worth parsing.
  if (!source.includes('constructor(')) return;
  const { module, lineAt } = parsed(source);
  walk(module.body, (node) => {
    if (node.type !== 'ClassDeclaration' || !node.decorators?.length) return;
    const taken = node.body.find(({ type }) => type === 'Constructor')?.params.length ?? 0;
    if (taken <= MOST) return;
    const name = `${app}/${node.identifier.value}`;
    left.delete(name);
    const most = BEYOND[name] ?? MOST;
    if (taken !== most)
      complaints.push(`${file}:${lineAt(node)}: ${name} takes ${taken}, scripts/injected.mjs says ${most}`);
  });
}

if (complaints.length > 0) process.stdout.write(`${complaints.join('\n')}\n`);
process.exitCode = complaints.length === 0 ? 0 : 1;
