import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

/** A span as the collector got it, with the service that sent it. */
export interface CollectedSpan {
  service: string;
  name: string;
  kind: 'internal' | 'server' | 'client' | 'producer' | 'consumer';
  traceId: string;
  spanId: string;
  /** Undefined for the first of a trace. */
  parentSpanId: string | undefined;
  attributes: Record<string, string | number>;
  failed: boolean;
}

interface Attribute {
  key: string;
  value: { stringValue?: string; intValue?: number; doubleValue?: number };
}

/** An export of OTLP over HTTP, as JSON. */
interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: {
      spans: {
        name: string;
        kind: number;
        traceId: string;
        spanId: string;
        parentSpanId?: string;
        attributes: Attribute[];
        status: { code?: number };
      }[];
    }[];
  }[];
}

const plain = (request: IncomingMessage): Readable =>
  request.headers['content-encoding'] === 'gzip' ? request.pipe(createGunzip()) : request;

const KINDS = ['internal', 'internal', 'server', 'client', 'producer', 'consumer'] as const;
const ERROR = 2;

/** Receives traces by OTLP over HTTP, and keeps all of them. */
export class Collector {
  readonly spans: CollectedSpan[] = [];
  /** Attributes of the process that sent last, and the headers that it sent. */
  resource: Record<string, string | number> = {};
  headers: IncomingHttpHeaders = {};

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Collector> {
    const server = createServer();
    const collector = new Collector(server);
    server.on('request', async (request, response) => {
      if (request.url === '/v1/traces') collector.receive((await json(plain(request))) as Export);
      collector.headers = request.headers;
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** The spans of one trace. */
  of(traceId: string): CollectedSpan[] {
    return this.spans.filter((span) => span.traceId === traceId);
  }

  async close(): Promise<void> {
    this.server.close();
    this.server.closeAllConnections();
    if (this.server.listening) await once(this.server, 'close');
  }

  private receive({ resourceSpans }: Export): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = valuesOf(resource.attributes);
      for (const { name, kind, traceId, spanId, parentSpanId, attributes, status } of scopeSpans.flatMap(
        ({ spans }) => spans,
      ))
        this.spans.push({
          service: String(this.resource['service.name']),
          name,
          kind: KINDS[kind] ?? 'internal',
          traceId,
          spanId,
          parentSpanId,
          attributes: valuesOf(attributes),
          failed: status.code === ERROR,
        });
    }
  }
}

const valuesOf = (attributes: Attribute[]): Record<string, string | number> =>
  Object.fromEntries(
    attributes.map(({ key, value: { stringValue, intValue, doubleValue } }) => [
      key,
      stringValue ?? Number(intValue ?? doubleValue),
    ]),
  );
