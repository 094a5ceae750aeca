import type { Server } from 'node:https';
import { type DynamicModule, Global, Module, type Type } from '@nestjs/common';
import { APP_FILTER, APP_PIPE, NestFactory, Reflector } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { z } from 'zod';
import { HandlerInterceptor } from '../handlers/handler.interceptor.js';
import { HandlerSteps } from '../handlers/handler-steps.js';
import { HealthController } from '../health/health.controller.js';
import { Readiness } from '../health/readiness.js';
import { linkAddresses } from '../http/api/deprecation-headers.js';
import { createHttpAdapter } from '../http/fastify.js';
import { fastifyOf } from '../http/fastify-of.js';
import { publicHosts } from '../http/wire/origin-form.js';
import { createLogger, nestLogger } from '../logging/logger.js';
import type { Logger } from '../logging/logger.token.js';
import { Metrics } from '../metrics/metrics.js';
import { MetricsServer } from '../metrics/metrics-server.js';
import { measureRequests } from '../metrics/request-metrics.js';
import { ProblemFilter } from '../problems/problem.filter.js';
import { AnswerStep } from '../schema/answer-step.js';
import { SchemaPipe } from '../schema/schema.pipe.js';
import type { BaseSettings } from '../settings/base-settings.js';
import { readSettings, SettingsModule } from '../settings/settings.js';
import { certificateOf } from '../tls/certificate.js';
import { CertificateRenewal } from '../tls/certificate-renewal.js';
import { openTracing } from '../tracing/open-tracing.js';
import { Tracing } from '../tracing/tracing.js';
import { WorkFailures } from './work-failures.js';

/** A service, before it listens. */
export interface ServiceOptions<Settings extends BaseSettings> {
  /** The name in logs, for example `training`. */
  name: string;
  /** Everything the service reads from its environment. */
  settings: z.ZodType<Settings>;
  /** Whether it speaks the versioned JSON API; default true. */
  jsonApi?: boolean;
  /** Whether it reads the bodies of requests, other than to pass them on; default true. */
  readsBodies?: boolean;
  /**
   * The public address that links to resources of the service begin with; default that of the business API.
   */
  publicAddress?: (settings: Settings) => string;
  /** Attaches parts to the application before it starts, for example the consumer of the bus. */
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
    HandlerSteps,
    CertificateRenewal,
    MetricsServer,
    WorkFailures,
    { provide: Metrics, inject: [MetricsServer], useFactory: (server: MetricsServer) => server.open() },
    { provide: APP_FILTER, useClass: ProblemFilter },
    { provide: APP_PIPE, useClass: SchemaPipe },
  ],
  exports: [Readiness, HandlerSteps, Metrics, WorkFailures],
})
class PlatformModule {}

@Global()
@Module({})
class TracingModule {
  static of(tracing: Tracing): DynamicModule {
    // Of a factory, so that it is told when the service stops.
    const providers = [{ provide: Tracing, useFactory: () => tracing }];
    return { module: TracingModule, providers, exports: [Tracing] };
  }
}

@Module({})
class ServiceModule {
  static of(module: Type, settings: unknown, logger: Logger, tracing: Tracing): DynamicModule {
    return {
      module: ServiceModule,
      // A filter for everything that the application brings goes before the one of the platform, as what
      // comes last.
      imports: [SettingsModule.with(settings, logger), TracingModule.of(tracing), PlatformModule, module],
    };
  }
}

/**
 * Builds a service from its module and the given environment. Throws a `SettingsError` when a setting is
 * wrong.
 */
export async function createService<Settings extends BaseSettings>(
  module: Type,
  {
    name,
    settings: schema,
    jsonApi = true,
    readsBodies = true,
    publicAddress,
    setup,
  }: ServiceOptions<Settings>,
  env: NodeJS.ProcessEnv,
): Promise<Service<Settings>> {
  const settings = readSettings(schema, env);
  const logger = createLogger(name, settings);
  const tracing = await openTracing({ name, settings, logger });
  const links = { ...linkAddresses(settings), ...(publicAddress && { api: publicAddress(settings) }) };
  const app = await NestFactory.create<NestFastifyApplication>(
    ServiceModule.of(module, settings, logger, tracing),
    createHttpAdapter(logger, {
      jsonApi,
      readsBodies,
      requestTimeoutMs: settings.REQUEST_TIMEOUT_MS,
      https: await certificateOf(settings),
      hosts: publicHosts(settings),
      links,
      tracing,
    }),
    {
      logger: nestLogger(logger),
      bodyParser: false,
      abortOnError: false,
      routeConflictPolicy: { duplicate: 'error', shadow: 'error' },
    },
  );
  // Added last, it runs closest to the handler: what a transaction or a stored answer encloses is the
  // finished answer.
  const steps = app.get(HandlerSteps);
  steps.add(new AnswerStep(app.get(Reflector), links.api, jsonApi));
  app.useGlobalInterceptors(new HandlerInterceptor(steps));
  app.get(CertificateRenewal).renewAt(app.getHttpServer() as unknown as Server);
  measureRequests(fastifyOf(app), app.get(Metrics));
  setup?.(app);
  return { app, settings };
}
