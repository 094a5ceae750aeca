import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../../../../', import.meta.url);
const LEFT_OUT = new Set(['node_modules', 'dist', '.git', '.local']);

/** Text of a file of the repository. */
export const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8');

/** Paths below the root of the files whose names end so, without what is installed or made. */
export function filesEndingIn(pattern: RegExp, folder = ''): string[] {
  return readdirSync(fileURLToPath(new URL(folder || '.', root)), { withFileTypes: true }).flatMap(
    (entry) => {
      if (LEFT_OUT.has(entry.name)) return [];
      if (entry.isDirectory()) return filesEndingIn(pattern, `${folder}${entry.name}/`);
      return entry.isFile() && pattern.test(entry.name) ? [`${folder}${entry.name}`] : [];
    },
  );
}

/** The code in a Markdown text: each line of its blocks for a shell, and each piece between backquotes. */
export function codeOf(markdown: string): string[] {
  const blocks = [...markdown.matchAll(/^```sh\n([^`]*)^```/gm)].flatMap(([, block = '']) =>
    block.split('\n'),
  );
  const inline = [...markdown.replaceAll(/^```[^`]*^```/gm, '').matchAll(/`([^`\n]+)`/g)];
  return [...blocks, ...inline.map(([, code = '']) => code)].filter((code) => code !== '');
}

/** A command of an operator as a document writes it, with the options that are given to it. */
export interface DocumentedCommand {
  command: string;
  options: string[];
}

const optionsIn = (code: string): string[] => [...code.matchAll(/--([a-z-]+)/g)].map(([, name = '']) => name);

/**
 * The commands in a table whose second column is Command. A row with options alone continues the command
 * before.
 */
export function commandsInTable(markdown: string): DocumentedCommand[] {
  const [, table = ''] = /^\| [^|]+ \| Command \|\n\|[-|]+\n((?:\|.*\n)+)/m.exec(markdown) ?? [];
  const commands: DocumentedCommand[] = [];
  for (const code of table.split('\n').flatMap((row) => codeOf(row.split(' | ').slice(1).join()))) {
    const [word = ''] = code.split(' ');
    const command = word.startsWith('--') ? commands.at(-1)?.command : word;
    if (command && /^[a-z][a-z-]*$/.test(command)) commands.push({ command, options: optionsIn(code) });
  }
  return commands;
}

/**
 * The commands of a script in the documents, with or without `npx --yes pnpm`. The command of `bus status` is
 * `status`.
 */
export function commandsOfScript(script: string): DocumentedCommand[] {
  return filesEndingIn(/\.md$/)
    .flatMap((file) => codeOf(textOf(file)))
    .map((code) => code.replace(/^npx --yes pnpm (--silent )?/, '').split(' '))
    .filter(([name, command = '']) => name === script && /^[a-z]/.test(command))
    .map(([, command = '', ...rest]) => ({ command, options: optionsIn(rest.join(' ')) }));
}
