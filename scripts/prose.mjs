// Checks how comments, documents and log messages read (CONTRIBUTING.md). `--write <files>` wraps long lines.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { right, wrong } from './prose/examples.mjs';
import { logMessagesOf } from './prose/log-messages.mjs';
import { MAX_COLUMNS, proseOf, wrapProse } from './prose/paragraphs.mjs';

/** Words of our own for which the field has a term. */
const PRIVATE_WORDS = [
  [/\bin vain\b/, 'say what is not reached'],
  [/\bof before\b/, '"earlier" or "previous"'],
  [/\bof the moment\b/, '"current"'],
  [/\b(is|are|be|being) away\b/, '"unavailable"'],
  [/\bworth nothing\b/, '"invalid"'],
  [/\b(messages?|events?|changes?) (is|are|was|were) told\b/, '"published"'],
];
/** A question may open so; a sentence may not, since its subject comes late. */
const LATE_SUBJECT = /(?:^|[.:;!] )(Who|What|Whoever|Whatever)\b(?![^.]*\?)/;
const LOG_MESSAGE = /^(?:[a-z][\w -]*|\? ?): \S/;
const SHIPPED = /^(apps|libs)\/(?!dev\/).*\/src\/(?!.*(\.spec|\.cases)\.ts$)(?!(?:.*\/)?testing\/).*\.ts$/;

const NOT_WRITTEN = new Set(['node_modules', 'dist', '.git', '.local']);

const [option, ...named] = process.argv.slice(2);
const files = filesIn('.');
if (option === '--write') {
  for (const file of files.filter((name) => named.some((start) => name.startsWith(start)))) {
    const source = readFileSync(file, 'utf8');
    const wrapped = wrapProse(file, source);
    if (wrapped !== source) writeFileSync(file, wrapped);
  }
} else {
  const complaints = files.flatMap((file) => complaintsOf(file, readFileSync(file, 'utf8')));
  const example = 'libs/example/src/example.ts';
  for (const [name, source] of Object.entries(wrong))
    if (complaintsOf(example, source).length === 0) complaints.push(`the check does not find: ${name}`);
  for (const [name, source] of Object.entries(right))
    if (complaintsOf(example, source).length > 0) complaints.push(`the check takes for wrong: ${name}`);
  if (complaints.length > 0) process.stdout.write(`${complaints.join('\n')}\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}

/** Of a folder, without what is installed or made, by names: a download of this project has no git. */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_WRITTEN.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() && /\.(ts|mjs|md)$/.test(entry.name) ? [path] : [];
  });
}

function complaintsOf(file, source) {
  const complaints = [];
  const complain = (number, what) => complaints.push(`${file}:${number}: ${what}`);
  for (const { number, text, line } of proseOf(file, source)) {
    if (line.length > MAX_COLUMNS && text.includes(' '))
      complain(number, `longer than ${MAX_COLUMNS} columns`);
    for (const what of faultsOf(text)) complain(number, what);
  }
  for (const { line, message } of SHIPPED.test(file) ? logMessagesOf(source) : []) {
    if (message === undefined) complain(line, 'the call of the log does not show "component: what happened"');
    else if (!LOG_MESSAGE.test(message)) complain(line, `log "${message}" is not "component: what happened"`);
    for (const what of faultsOf(message ?? '')) complain(line, what);
  }
  return complaints;
}

function faultsOf(text) {
  const faults = [];
  const [, opener] = LATE_SUBJECT.exec(text) ?? [];
  if (opener) faults.push(`a sentence opens with "${opener}": begin with its subject`);
  for (const [word, instead] of PRIVATE_WORDS)
    if (word.test(text)) faults.push(`"${word.exec(text)[0]}": ${instead}`);
  return faults;
}
