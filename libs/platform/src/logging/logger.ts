import { hash } from 'node:crypto';
import { createRequire } from 'node:module';
import type { LoggerService } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Logger as PinoLogger, pino } from 'pino';
import type { PrettyOptions } from 'pino-pretty';
import { requestContext } from '../http/request-context.js';
import type { LogSettings } from '../settings/base-settings.js';
import { tlsAdvice } from '../tls/advice.js';
import { traceIdOf } from '../tracing/traceparent.js';

/** Of the users and sessions that have asked last: each line of the log has two. */
const digests = new LRUCache<string, string>({
  max: 2_000,
  memoMethod: (id) => hash('sha256', id, 'base64url').slice(0, 12),
});

/** Enough of a digest to follow one user or session through the log without naming anybody. */
export const hashedForLog = (id: string): string => digests.memo(id);

function requestFields(): Record<string, unknown> {
  const context = requestContext();
  if (!context) return {};
  const { requestId, companyId, userId, clientId, network, sid, span, traceparent } = context;
  return {
    requestId,
    trace: span ? span.traceId : traceIdOf(traceparent),
    companyId,
    user: userId && hashedForLog(userId),
    session: sid && hashedForLog(sid),
    clientId,
    network,
  };
}

/**
 * Members of errors with data that was sent, or that an answer repeats. ioredis adds a command with its
 * arguments, including the password of `AUTH`; TypeORM the parameters of a statement, and the error of
 * PostgreSQL once more, which names the key or the row that broke a constraint; OpenTelemetry the answer of a
 * collector, which may repeat a header; nodemailer the addresses that a mail server refused, with its words.
 */
const SENT_DATA = new Set([
  ...['command', 'previousErrors'],
  ...['parameters', 'driverError', 'detail', 'where'],
  ...['data'],
  ...['rejected', 'rejectedErrors', 'recipient', 'response'],
]);

/**
 * The error without the data that was sent. An operator is told what to do about a certificate that is not
 * believed.
 */
export function loggableError(error: Error): object {
  const members = Object.entries(pino.stdSerializers.err(error)).filter(([name]) => !SENT_DATA.has(name));
  const advice = tlsAdvice(error);
  return { ...Object.fromEntries(members), ...(advice && { advice }) };
}

/** The log of a service: one JSON object a line, or readable lines in a terminal. */
export function createLogger(service: string, settings: LogSettings): PinoLogger {
  const pretty = settings.LOG_FORMAT === 'pretty' || (settings.LOG_FORMAT === 'auto' && process.stdout.isTTY);
  const options = {
    base: { service },
    level: settings.LOG_LEVEL,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (level: string) => ({ level }) },
    mixin: requestFields,
    serializers: { err: loggableError },
  };
  return pretty
    ? pino(options, prettyStream({ ignore: 'service', messageFormat: '{service}: {msg}' }))
    : pino(options);
}

/** Loaded for a terminal alone: it would stay in the memory of every service. */
function prettyStream(options: PrettyOptions) {
  const { PinoPretty } = createRequire(import.meta.url)('pino-pretty') as typeof import('pino-pretty');
  return PinoPretty(options);
}

/**
 * Contexts in which Nest logs why a start or listening failed and throws it: whoever starts the service says
 * it, once. The lines of two loggers have no order, and the last one is what an operator is shown.
 */
const THROWN_TOO = new Set<unknown>(['ExceptionHandler', 'NestApplication']);

/** Lets Nest write to the log of the service. Nest's own start-up chatter is debug. */
export function nestLogger(logger: PinoLogger): LoggerService {
  const write =
    (level: 'debug' | 'warn' | 'error' | 'fatal') =>
    (message: unknown, ...rest: unknown[]) => {
      const context = typeof rest.at(-1) === 'string' ? rest.at(-1) : undefined;
      if (level === 'error' && THROWN_TOO.has(context)) return;
      if (message instanceof Error) logger[level]({ context, err: message }, `nest: ${message.message}`);
      else logger[level]({ context }, `nest: ${String(message)}`);
    };
  return {
    log: write('debug'),
    debug: write('debug'),
    verbose: write('debug'),
    warn: write('warn'),
    error: write('error'),
    fatal: write('fatal'),
  };
}
