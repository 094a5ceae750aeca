import type { Command } from './command.js';

const COLUMN = 34;

const optionLine = (name: string, value: string | undefined, help: string): string =>
  `  ${`--${name}${value ? ` <${value}>` : ''}`.padEnd(COLUMN)} ${help}`;

const general = [
  optionLine('json', undefined, 'one JSON document in place of text'),
  optionLine('help', undefined, 'this'),
];

/** Lists the commands. */
export const helpOf = (name: string, purpose: string, commands: Record<string, Command>): string =>
  [
    `${purpose}: node dist/cli.js <command>, in a checkout npx --yes pnpm ${name} <command>.`,
    '',
    ...Object.entries(commands).map(
      ([command, { parameters, help }]) => `  ${[command, ...parameters].join(' ').padEnd(COLUMN)} ${help}`,
    ),
    '',
    ...general,
    '',
    'It reads the settings of the service from the environment. Exit codes: 0; 1 when it failed; 2 when it was not understood.',
  ].join('\n');

/** The parameters and options of one command. */
export const helpOfCommand = (name: string, { parameters, help, options = {} }: Command): string =>
  [
    [name, ...parameters, '[options]'].join(' '),
    '',
    help,
    '',
    ...Object.entries(options).map(([option, { value, help: text }]) => optionLine(option, value, text)),
    ...general,
  ].join('\n');
