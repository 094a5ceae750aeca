import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import type { Type } from '@nestjs/common';
import { fastifyOf } from '../http/fastify-of.js';
import { createLogger } from '../logging/logger.js';
import { LOGGER, type Logger } from '../logging/logger.token.js';
import type { BaseSettings } from '../settings/base-settings.js';
import { NoDatabase } from '../settings/no-database.js';
import { SettingsError } from '../settings/settings.js';
import { tlsAdvice } from '../tls/advice.js';
import { endOnSignal } from './end-on-signal.js';
import { limitGarbage } from './limit-garbage.js';
import { requestsFirst } from './requests-first.js';
import { createService, type Service, type ServiceOptions } from './service.js';
import { stopOnSignal } from './stop-on-signal.js';
import { version } from './version.js';

/**
 * Runs a service until it is told to stop: reads its settings, listens, and on SIGTERM or SIGINT fails its
 * readiness, waits, finishes the requests under way and exits with 0. A wrong setting or a taken port is one
 * line in the log and exit code 1.
 */
export async function runService<Settings extends BaseSettings>(
  module: Type,
  options: ServiceOptions<Settings>,
): Promise<void> {
  const started = endOnSignal();
  try {
    const service = await createService(module, options, process.env);
    const logger = service.app.get<Logger>(LOGGER);
    stopOnSignal(service, logger);
    started();
    limitGarbage(fastifyOf(service.app));
    requestsFirst(logger);
    await listen(service);
    const { port } = service.app.getHttpServer().address() as AddressInfo;
    logger.info({ port, version }, 'service: listening');
  } catch (error) {
    const logger = createLogger(options.name, { LOG_LEVEL: 'info', LOG_FORMAT: 'auto' });
    const sentence = sentenceFor(error, process.env['HOST']);
    if (sentence) logger.fatal(`service: ${sentence}`);
    else logger.fatal({ err: error }, 'service: could not start');
    process.exitCode = 1;
    setImmediate(() => process.exit());
  }
}

/** One sentence for an error that an operator can repair without a stack. */
function sentenceFor(error: unknown, host: string | undefined): string | undefined {
  if (error instanceof SettingsError) return error.message;
  if (error instanceof NoDatabase) return error.sentence();
  return sentenceForListening(error, host) ?? tlsAdvice(error);
}

function sentenceForListening(error: unknown, host: string | undefined): string | undefined {
  const { code, port, address, hostname } = error as NodeJS.ErrnoException & Partial<Place>;
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${address} is in use.`;
    case 'EADDRNOTAVAIL':
      return `HOST: ${address} is no address of this machine.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return hostname === host ? `HOST: ${hostname} has no address.` : undefined;
    default:
      return undefined;
  }
}

interface Place {
  port: number;
  address: string;
  hostname: string;
}

/** Attaches consumers of the bus, then listens for requests. */
async function listen<Settings extends BaseSettings>({ app, settings }: Service<Settings>): Promise<void> {
  await app.startAllMicroservices();
  await app.listen(settings.PORT, settings.HOST);
}
