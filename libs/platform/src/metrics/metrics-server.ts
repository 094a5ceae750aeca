import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { isRead } from '../http/is-read.js';
import { InjectLogger, type Logger } from '../logging/logger.token.js';
import type { BaseSettings } from '../settings/base-settings.js';
import { InjectSettings } from '../settings/settings.js';
import type { Histogram } from './histogram.js';
import { Metrics, noMetrics } from './metrics.js';
import { measureProcess } from './process-metrics.js';

type Settings = Pick<BaseSettings, 'METRICS_PORT' | 'HOST'>;
type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const PATH = '/metrics';
/** For the request to arrive. */
const REQUEST_TIMEOUT_MS = 10_000;
/** Prometheus gives up after ten seconds, and takes the service for one that is down. */
const READ_TIMEOUT_MS = 9_000;

/** A query says nothing here. */
const isScrape = (request: IncomingMessage): boolean =>
  isRead(request) && request.url?.split('?', 1)[0] === PATH;

/**
 * Answers `/metrics` in the format of Prometheus, on a port of its own: neither the gateway nor a client
 * can reach it. Without `METRICS_PORT` there is none, and nothing is measured.
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The metrics of the service. Provided as `Metrics` to everything that knows a value. */
  metrics = noMetrics;
  private server: Server | undefined;
  private answer: Answer = () => undefined;

  constructor(
    @InjectSettings() private readonly settings: Settings,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  /** The port it listens on; undefined while it does not. */
  get port(): number | undefined {
    return (this.server?.address() as AddressInfo | undefined)?.port;
  }

  /**
   * Before the first part of the service asks for its metrics. The library is loaded only where it is used.
   */
  async open(): Promise<Metrics> {
    if (this.settings.METRICS_PORT === undefined) return noMetrics;
    const [{ MeterProvider }, { SharedExporter }, { HistogramProducer }] = await Promise.all([
      import('@opentelemetry/sdk-metrics'),
      import('./shared-exporter.js'),
      import('./histogram-producer.js'),
    ]);
    const histograms: Histogram[] = [];
    const options = {
      preventServerStart: true,
      withoutScopeInfo: true,
      withoutTargetInfo: true,
      metricProducers: [new HistogramProducer(histograms)],
    };
    const exporter = new SharedExporter(options, READ_TIMEOUT_MS);
    const provider = new MeterProvider({ readers: [exporter] });
    this.answer = (request, response) => exporter.getMetricsRequestHandler(request, response);
    this.metrics = new Metrics(provider.getMeter('safety'), histograms);
    measureProcess(this.metrics);
    return this.metrics;
  }

  async onApplicationBootstrap(): Promise<void> {
    const { METRICS_PORT, HOST } = this.settings;
    if (METRICS_PORT === undefined) return;
    this.server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) =>
      isScrape(request) ? this.answer(request, response) : void response.writeHead(404).end(),
    ).listen(METRICS_PORT, HOST);
    await once(this.server, 'listening');
    this.logger.info({ port: this.port }, 'metrics: listening');
  }

  /** Late: the end of a service is measured too. */
  async onApplicationShutdown(): Promise<void> {
    if (!this.server) return;
    const closed = once(this.server, 'close');
    this.server.close();
    this.server.closeAllConnections();
    await closed;
  }
}
