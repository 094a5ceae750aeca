import { type DynamicModule, Global, Module, StandardSchemaSerializerInterceptor, type Type } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import { HealthController } from '../health/health.controller.js';
import { Readiness } from '../health/readiness.js';
import { createHttpAdapter } from '../http/fastify.js';
import { createLogger, nestLogger } from '../logging/logger.js';
import { ProblemFilter } from '../problems/problem.filter.js';
import { ResponseInterceptor } from '../schema/response.interceptor.js';
import { SchemaPipe } from '../schema/schema.pipe.js';
import type { BaseSettings } from '../settings/base-settings.js';
import { readSettings, SettingsModule } from '../settings/settings.js';
import type { Logger } from '../logging/logger.token.js';

export interface ServiceOptions<Settings extends BaseSettings> {
  /** The name in logs, for example `training`. */
  name: string;
  /** Everything the service reads from its environment. */
  settings: z.ZodType<Settings>;
  /** Whether it speaks the versioned JSON API; default true. */
  jsonApi?: boolean;
  /** What is attached to the application before it starts, for example the consumer of the bus. */
  setup?: (app: NestFastifyApplication) => void;
}

/** A service that is built but does not listen yet. */
export interface Service<Settings> {
  app: NestFastifyApplication;
  settings: Settings;
}

@Global()
@Module({
  controllers: [HealthController],
  providers: [
    Readiness,
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_PIPE, useClass: SchemaPipe },
    { provide: APP_INTERCEPTOR, useClass: ResponseInterceptor },
    { provide: APP_INTERCEPTOR, useClass: StandardSchemaSerializerInterceptor },
  ],
  exports: [Readiness],
})
class PlatformModule {}

/**
 * The root of a service. Nest runs global interceptors in the order in which their modules are found: those of
 * the service (its transaction) come first and so enclose the ones of the platform (its response).
 */
@Module({})
class ServiceModule {
  static of(module: Type, settings: unknown, logger: Logger): DynamicModule {
    return { module: ServiceModule, imports: [SettingsModule.with(settings, logger), module, PlatformModule] };
  }
}

/** Builds a service from its module and the given environment. Throws a `SettingsError` when a setting is wrong. */
export async function createService<Settings extends BaseSettings>(
  module: Type,
  { name, settings: schema, jsonApi = true, setup }: ServiceOptions<Settings>,
  env: NodeJS.ProcessEnv,
): Promise<Service<Settings>> {
  const settings = readSettings(schema, env);
  const logger = createLogger(name, settings);
  const app = await NestFactory.create<NestFastifyApplication>(
    ServiceModule.of(module, settings, logger),
    createHttpAdapter(logger, { jsonApi }),
    {
      logger: nestLogger(logger),
      bodyParser: false,
      abortOnError: false,
      forceCloseConnections: true,
      routeConflictPolicy: { duplicate: 'error', shadow: 'error' },
    },
  );
  setup?.(app);
  return { app, settings };
}
