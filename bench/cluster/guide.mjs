// The commands of the guides, as they are written: `sh` blocks below a heading, in their order.
import { readFileSync } from 'node:fs';

/** The blocks below a heading, up to the next one of its rank or a higher one. */
export function commandsOf(page, heading) {
  const lines = readFileSync(`docs/operations/${page}.md`, 'utf8').split('\n');
  const start = lines.findIndex((line) => /^#+ /.test(line) && line.replace(/^#+ /, '') === heading);
  if (start < 0) throw new Error(`${page}.md has no "${heading}"`);
  const [rank] = lines[start].match(/^#+/);
  const after = lines.slice(start + 1);
  const end = after.findIndex((line) => /^#+ /.test(line) && line.match(/^#+/)[0].length <= rank.length);
  const section = after.slice(0, end < 0 ? undefined : end).join('\n');
  return [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```/gm)].map(([, indentation, text]) =>
    text.replaceAll(new RegExp(`^${indentation}`, 'gm'), ''),
  );
}

/** Those of the blocks that have a word; one at least. */
export function commandsWith(page, heading, word) {
  const found = commandsOf(page, heading).filter((text) => text.includes(word));
  if (found.length === 0) throw new Error(`${page}.md tells no ${word} below "${heading}"`);
  return found;
}
