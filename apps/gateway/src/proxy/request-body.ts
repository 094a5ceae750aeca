import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { dropRest, type ProblemError } from '@safety/platform';
import { bodyTooLarge, bodyTooSlow } from '../errors/refusals.js';

/** The limits of a body, and the callbacks for its end. */
export interface BodyLimits {
  /** Bytes at most. */
  maxBytes: number;
  /** Milliseconds until all of it must have come. */
  budgetMs: number;
  /** Called once when all of it has come. */
  onEnd: () => void;
  /**
   * Called once when it is too large or too slow; the reason is an ordinary error when the service is to
   * blame.
   */
  onRefused: (reason: ProblemError | Error) => void;
}

/** Whether a request has a body (RFC 9112 section 6.3). */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': coding } = headers;
  return length !== '0' || coding !== undefined;
}

/** Node keeps four times as much of a body that nobody reads. */
const SMALL_BODY_BYTES = 16 * 1024;

/** The body of a request on its way to a service: counted and timed as it passes. */
export class RequestBody {
  /**
   * Whether it is kept and sent on only once all of it has come, so that a client that takes its time costs
   * no service a connection, and that it can be sent again.
   */
  readonly isSmall: boolean;
  private readonly kept: Buffer[] = [];
  /**
   * Stands between the client's stream and undici's: undici destroys the body of a request that is answered
   * early, and destroying the client's stream would cut the connection before the answer is out. A small body
   * needs none.
   */
  private readonly stream: PassThrough | undefined;
  private readonly deadline: NodeJS.Timeout;
  private bytes = 0;

  constructor(
    private readonly source: IncomingMessage,
    private readonly limits: BodyLimits,
  ) {
    this.isSmall = Number(source.headers['content-length'] ?? Number.NaN) <= SMALL_BODY_BYTES;
    this.deadline = setTimeout(expire, limits.budgetMs, this);
    source.on('data', (chunk: Buffer) => {
      this.count(chunk);
      if (this.isSmall) this.kept.push(chunk);
    });
    source.on('end', () => {
      clearTimeout(this.deadline);
      limits.onEnd();
    });
    if (!this.isSmall) this.stream = source.pipe(new PassThrough());
  }

  /** The content to send: a small body as a whole, a larger one as a stream. */
  get content(): Buffer | PassThrough {
    return this.stream ?? Buffer.concat(this.kept);
  }

  /**
   * Whose fault it is that not all of the body is through: the service's, when it has not taken what is
   * there.
   */
  isLate(): void {
    this.limits.onRefused(
      this.stream?.writableNeedDrain ? new Error('The service did not read the body') : bodyTooSlow(),
    );
  }

  /** Reads the rest and drops it, else no other request could follow on the connection. */
  drop(): void {
    clearTimeout(this.deadline);
    if (this.source.complete) return;
    dropRest(this.source);
    this.source.unpipe().resume();
  }

  private count(chunk: Buffer): void {
    const { maxBytes } = this.limits;
    const before = this.bytes;
    this.bytes += chunk.length;
    // A service that refuses a body closes the connection, often before its answer is read: so it is refused
    // here.
    if (before <= maxBytes && this.bytes > maxBytes) this.limits.onRefused(bodyTooLarge(maxBytes));
  }
}

function expire(body: RequestBody): void {
  body.isLate();
}
