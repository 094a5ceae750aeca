import { type DynamicModule, Inject, Module } from '@nestjs/common';
import type { z } from 'zod';
import { LOGGER, type Logger } from '../logging/logger.token.js';

/** Injection token of the parsed settings of the running service. */
export const SETTINGS = Symbol('SETTINGS');

/** Injects the settings of the running service; type the parameter with what the schema yields. */
export const InjectSettings = (): ParameterDecorator => Inject(SETTINGS);

/** A setting is missing or wrong; the message names each one and says what it must be. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

const isBlank = (text: string | undefined): boolean => text !== undefined && /^\s+$/.test(text);

/** Spaces alone would be read as the number 0; no setting takes `NaN`. */
const valuesOf = (env: NodeJS.ProcessEnv): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(env)
      .filter(([, text]) => text !== '')
      .map(([name, text]) => [name, isBlank(text) ? Number.NaN : text]),
  );

/**
 * Reads settings from `env`; an empty value counts as absent. Throws a `SettingsError` that names every
 * fault.
 */
export function readSettings<Schema extends z.ZodType>(
  schema: Schema,
  env: NodeJS.ProcessEnv,
): z.output<Schema> {
  const given = valuesOf(env);
  const result = schema.safeParse(given);
  if (result.success) return result.data;
  const faults = result.error.issues.map((issue) => {
    // The rest of the path is a place in a list, which one setting holds.
    const name = String(issue.path[0]);
    if (isBlank(env[name])) return `${name} has nothing but spaces`;
    if (given[name] !== undefined) return `${name}: ${issue.message}`;
    // A schema that has words of its own for it says what to do.
    return issue.code === 'custom' ? `${name} is not set: ${issue.message}` : `${name} is not set`;
  });
  throw new SettingsError(`Wrong settings: ${[...new Set(faults)].join('; ')}.`);
}

/** Provides the settings and the log to every module of the service. */
@Module({})
export class SettingsModule {
  static with(settings: unknown, logger: Logger): DynamicModule {
    return {
      module: SettingsModule,
      global: true,
      providers: [
        { provide: SETTINGS, useValue: settings },
        { provide: LOGGER, useValue: logger },
      ],
      exports: [SETTINGS, LOGGER],
    };
  }
}
