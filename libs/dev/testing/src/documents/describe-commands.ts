import { describe, expect, it } from '@jest/globals';
import { commandsInTable, commandsOfScript, textOf } from './documents.js';

/** Commands of an operator by their names, as a service has them. */
type Commands = Readonly<Record<string, { options?: Readonly<Record<string, unknown>> }>>;

/** Options that every command has. */
const COMMON = ['json', 'help'];

/** Checks that documents name every command, and no command or option that there is not. */
export function describeDocumentedCommands(script: string, commands: Commands): void {
  const table = commandsInTable(textOf(`docs/operations/${script}.md`));
  const documented = [...table, ...commandsOfScript(script)];

  describe(`the commands in docs/operations/${script}.md`, () => {
    it.each(documented)('$command $options', ({ command, options }) => {
      const known = commands[command];
      expect(known).toBeDefined();
      expect([...COMMON, ...Object.keys(known?.options ?? {})]).toEqual(expect.arrayContaining(options));
    });

    it('are all that there are', () => {
      const named = new Set(table.map(({ command }) => command));
      expect(Object.keys(commands).filter((name) => !named.has(name))).toEqual([]);
    });
  });
}
