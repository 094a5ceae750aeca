import type { ParseArgsConfig } from 'node:util';
import type { INestApplicationContext } from '@nestjs/common';
import { isId } from '@safety/contracts';

/** A mistake of the person at the keyboard, told in one sentence. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

type OptionType = NonNullable<ParseArgsConfig['options']>[string];

/** One option: how it is parsed, what stands for its value in the help, and what it means. */
export interface Option extends OptionType {
  value?: string;
  help: string;
}

/** The options that a command was given, by their names. */
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** The answer of a command: lines for people, one document for programs. */
export interface Answer {
  text: string[];
  json: unknown;
  /** Sentences about what failed while the rest was done: the exit code is 1 then. */
  failures?: string[];
}

/** A command of an operator. */
export interface Command {
  /** The parameters after the name, for example `<client>`. */
  parameters: string[];
  help: string;
  options?: Record<string, Option>;
  run(app: INestApplicationContext, parameters: string[], values: Values): Promise<Answer>;
}

/** The service of this class in the running application. */
export const service = <Type>(
  app: INestApplicationContext,
  type: abstract new (...args: never[]) => Type,
): Type => app.get<Type>(type, { strict: false });

/** The option as text; undefined where it was not given. */
export const textOf = (values: Values, name: string): string | undefined => {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
};

/** The values of an option that may be given several times, and may hold several with commas between them. */
export const listOf = (values: Values, name: string): string[] =>
  [values[name] ?? []]
    .flat()
    .flatMap((value) => String(value).split(','))
    .map((value) => value.trim())
    .filter(Boolean);

/** A whole number; throws a `UsageError` for anything else. */
export function numberOf(values: Values, name: string): number | undefined {
  const text = textOf(values, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}

/** The id of something, a UUID; throws a `UsageError` for anything else. */
export function idOf(values: Values, name: string): string | undefined {
  const text = textOf(values, name);
  if (text === undefined || isId(text)) return text;
  throw new UsageError(`--${name} must be an id, which is a UUID, not ${text}.`);
}

/** One line for each message, the names in a column. */
export const table = (messages: Record<string, unknown>): string[] => {
  const width = Math.max(...Object.keys(messages).map((name) => name.length)) + 2;
  return Object.entries(messages).map(([name, value]) => `${`${name}:`.padEnd(width)}${shown(value)}`);
};

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.join(' ') || '-' : String(value);
};
