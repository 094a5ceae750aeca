import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import { createLogger, ProblemError, readSettings, SettingsError, toProblemError } from '@safety/platform';
import { identitySettingsSchema } from '../config.js';
import { auditCommands } from './audit-commands.js';
import { CliModule } from './cli.module.js';
import { clientCommands } from './client-commands.js';
import { type Answer, type Command, UsageError, type Values } from './command.js';
import { helpOf, helpOfCommand } from './help.js';
import { keyCommands } from './key-commands.js';
import { userCommands } from './user-commands.js';

const commands: Record<string, Command> = {
  ...clientCommands,
  ...keyCommands,
  ...userCommands,
  ...auditCommands,
};

type Write = (text: string) => void;

/**
 * Runs a command of an operator and resolves with the exit code: 0, 1 when it failed, 2 when it was not understood. Writes
 * one sentence to `err` in the last two cases. A secret is written to `out`, once, and nowhere else.
 */
export async function identityCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  out: Write,
  err: Write,
): Promise<number> {
  try {
    const [name = '', ...rest] = args;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0)) out(helpOf(commands));
    else if (!command)
      throw new UsageError(`${name ? `Unknown command ${name}` : 'No command given'}: see --help.`);
    else await run(name, command, rest, env, out);
    return 0;
  } catch (error) {
    const misunderstood =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    err(sentenceFor(error));
    return misunderstood ? 2 : 1;
  }
}

async function run(
  name: string,
  command: Command,
  args: string[],
  env: NodeJS.ProcessEnv,
  out: Write,
): Promise<void> {
  const { values, positionals } = parse(command, args);
  if (values['help']) return out(helpOfCommand(name, command));
  if (positionals.length !== command.parameters.length)
    throw new UsageError(`It is ${[name, ...command.parameters].join(' ')}: see ${name} --help.`);
  const { text, json } = await answer(command, positionals, values, env);
  for (const line of values['json'] ? [JSON.stringify(json)] : text) out(line);
}

function parse(command: Command, args: string[]): { values: Values; positionals: string[] } {
  return parseArgs({
    args,
    allowPositionals: true,
    options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
}

async function answer(
  command: Command,
  parameters: string[],
  values: Values,
  env: NodeJS.ProcessEnv,
): Promise<Answer> {
  // It listens nowhere.
  const settings = readSettings(identitySettingsSchema, { ...env, PORT: '0' });
  const logger = createLogger('identity', { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
  const app = await NestFactory.createApplicationContext(CliModule.with(settings, logger), {
    logger: false,
    abortOnError: false,
  });
  try {
    return await command.run(app, parameters, values);
  } finally {
    // Tells the bus and the audit trail, and finishes the logout calls it has begun.
    await app.close();
  }
}

function sentenceFor(error: unknown): string {
  if (error instanceof UsageError || error instanceof SettingsError) return error.message;
  if (error instanceof ProblemError) {
    const { errors = [] } = error.options;
    const faults = errors.map(({ pointer = '', detail }) => `${pointer.slice(1)}: ${detail}`);
    return faults.length > 0 ? faults.join(' ') : error.message;
  }
  const unavailable = toProblemError(error).code === 'unavailable';
  const { message } = error as Error;
  return unavailable
    ? `The database at DATABASE_URL does not answer: ${message || 'no connection'}.`
    : message;
}
