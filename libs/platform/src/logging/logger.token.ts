import { Inject } from '@nestjs/common';
import type { Logger as PinoLogger } from 'pino';

/** Injection token of the log of the service. */
export const LOGGER = Symbol('LOGGER');

/** Injects the log of the service. */
export const InjectLogger = (): ParameterDecorator => Inject(LOGGER);

export type Logger = PinoLogger;
