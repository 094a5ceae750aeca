import { parseArgs } from 'node:util';
import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { z } from 'zod';
import { HandlerSteps } from '../handlers/handler-steps.js';
import { Readiness } from '../health/readiness.js';
import { createLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.token.js';
import { Metrics, noMetrics } from '../metrics/metrics.js';
import { ProblemError } from '../problems/problem-error.js';
import { toProblemError } from '../problems/to-problem-error.js';
import { NoDatabase } from '../settings/no-database.js';
import { readSettings, SettingsError, SettingsModule } from '../settings/settings.js';
import { noTracing, Tracing } from '../tracing/tracing.js';
import { type Answer, type Command, UsageError, type Values } from './command.js';
import { helpOf, helpOfCommand } from './help.js';

/** A command line of a service: what operators do beside its endpoints, with its own rules and settings. */
export interface Program {
  /** The name of the service. */
  name: string;
  /** Its purpose, as the help begins: `Manages …`. */
  purpose: string;
  /** The settings of the service, with those of its commands. */
  settings: z.ZodType;
  /** The setting that its database is the value of, where that is not the service's own. */
  databaseSetting?: string;
  /** The service without its endpoints. */
  module: Type;
  commands: Record<string, Command>;
}

type Write = (text: string) => void;

/**
 * Runs a command of an operator and resolves with the exit code: 0, 1 when it failed, 2 when it was not
 * understood. Writes one sentence to `err` in the last two cases. A secret is written to `out`, once, and
 * nowhere else.
 */
export async function runCommand(
  program: Program,
  args: string[],
  env: NodeJS.ProcessEnv,
  out: Write,
  err: Write,
): Promise<number> {
  try {
    const { commands } = program;
    const [name = '', ...rest] = args;
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (name === '--help' || name === '-h' || (name === 'help' && rest.length === 0))
      out(helpOf(program.name, program.purpose, commands));
    else if (!command)
      throw new UsageError(`${name ? `Unknown command ${name}` : 'No command given'}: see --help.`);
    else await run(program, name, command, rest, env, out);
    return 0;
  } catch (error) {
    const misunderstood =
      error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS');
    err(sentenceFor(error, program).replaceAll(/\s+/g, ' '));
    return misunderstood ? 2 : 1;
  }
}

/** Runs the command that this process was started with, and ends the process with its exit code. */
export async function runProgram(
  program: Program,
  args: string[] = process.argv.slice(2),
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { stdout, stderr } = process;
  const line = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`);
  const code = await runCommand(program, args, env, line(stdout), line(stderr));
  // A handle that a failed command left open must not hold the process, and its output must arrive.
  stdout.write('', () => stderr.write('', () => process.exit(code)));
}

async function run(
  program: Program,
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
  const { text, json, failures = [] } = await answer(program, command, positionals, values, env);
  for (const line of values['json'] ? [JSON.stringify(json)] : text) out(line);
  if (failures.length > 0) throw new Error(failures.join(' '));
}

function parse(command: Command, args: string[]): { values: Values; positionals: string[] } {
  return parseArgs({
    args,
    allowPositionals: true,
    options: { ...command.options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
}

async function answer(
  { name, settings: schema, module }: Program,
  command: Command,
  parameters: string[],
  values: Values,
  env: NodeJS.ProcessEnv,
): Promise<Answer> {
  // It listens nowhere, and nobody waits behind it for a connection.
  const settings = readSettings(schema, {
    ...env,
    DATABASE_CONNECT_TIMEOUT_MS: env['DATABASE_CONNECT_TIMEOUT_MS'] || '30000',
    PORT: '0',
  });
  const logger = createLogger(name, { LOG_LEVEL: 'silent', LOG_FORMAT: 'json' });
  const app = await NestFactory.createApplicationContext(ProgramModule.of(module, settings, logger), {
    logger: false,
    abortOnError: false,
  });
  try {
    return await command.run(app, parameters, values);
  } finally {
    // Work that was begun is finished: messages for the bus, calls of clients.
    await app.close();
  }
}

/**
 * The parts of the platform that a module of a service asks for. A command has neither metrics nor traces,
 * and answers no request.
 */
@Global()
@Module({
  providers: [
    Readiness,
    HandlerSteps,
    { provide: Metrics, useValue: noMetrics },
    { provide: Tracing, useValue: noTracing },
  ],
  exports: [Readiness, HandlerSteps, Metrics, Tracing],
})
class PlatformModule {}

@Module({})
class ProgramModule {
  static of(module: Type, settings: unknown, logger: Logger): DynamicModule {
    return {
      module: ProgramModule,
      imports: [SettingsModule.with(settings, logger), PlatformModule, module],
    };
  }
}

function sentenceFor(error: unknown, { databaseSetting = 'DATABASE_URL' }: Program): string {
  if (error instanceof UsageError || error instanceof SettingsError) return error.message;
  if (error instanceof NoDatabase) return error.sentence(databaseSetting);
  if (error instanceof ProblemError) {
    const { errors = [] } = error.options;
    const faults = errors.map(({ pointer = '', detail }) => `${pointer.slice(1)}: ${detail}`);
    return faults.length > 0 ? faults.join(' ') : error.message;
  }
  const unavailable = toProblemError(error).code === 'unavailable';
  const { message, code } = error as Error & { code?: string };
  // Of several lines the last one says what to write instead.
  if (code?.startsWith('ERR_PARSE_ARGS')) return message.split('\n').at(-1) ?? message;
  return unavailable
    ? `The database at ${databaseSetting} does not answer: ${message || 'no connection'}.`
    : message;
}
