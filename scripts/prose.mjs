// Checks how comments, documents and log messages read (CONTRIBUTING.md). `--write <files>` wraps long lines.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
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
const LOG_CALL =
  /\b(?:logger|log)\.(?:info|warn|error)\(\s*(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\w+),\s*(['`])(.*?)\1/gs;
const LOG_MESSAGE = /^(?:[a-z][\w -]*|\$\{[\w.]+\}): \S/;
const SHIPPED = /^(apps|libs)\/(?!dev\/).*\/src\/(?!.*(\.spec|\.cases)\.ts$)(?!.*\/testing\/).*\.ts$/;

const [option, ...named] = process.argv.slice(2);
const tracked = execFileSync('git', ['ls-files', '*.ts', '*.mjs', '*.md'], { encoding: 'utf8' }).split('\n');
const files = tracked.filter((file) => file !== '' && existsSync(file));
if (option === '--write') {
  for (const file of files.filter((name) => named.some((start) => name.startsWith(start)))) {
    const source = readFileSync(file, 'utf8');
    const wrapped = wrapProse(file, source);
    if (wrapped !== source) writeFileSync(file, wrapped);
  }
} else {
  const complaints = files.flatMap((file) => complaintsOf(file, readFileSync(file, 'utf8')));
  if (complaints.length > 0) process.stdout.write(`${complaints.join('\n')}\n`);
  process.exitCode = complaints.length === 0 ? 0 : 1;
}

function complaintsOf(file, source) {
  const complaints = [];
  for (const { number, text, line } of proseOf(file, source)) {
    const complain = (what) => complaints.push(`${file}:${number}: ${what}`);
    if (line.length > MAX_COLUMNS && text.includes(' ')) complain(`longer than ${MAX_COLUMNS} columns`);
    const [, opener] = LATE_SUBJECT.exec(text) ?? [];
    if (opener) complain(`a sentence opens with "${opener}": begin with its subject`);
    for (const [word, instead] of PRIVATE_WORDS)
      if (word.test(text)) complain(`"${word.exec(text)[0]}": ${instead}`);
  }
  if (SHIPPED.test(file))
    for (const [, , message] of source.matchAll(LOG_CALL))
      if (!LOG_MESSAGE.test(message))
        complaints.push(`${file}: log "${message}" is not "component: what happened"`);
  return complaints;
}
