import { type IdGenerator, RandomIdGenerator } from '@opentelemetry/sdk-trace';

/** Random ids; a trace that is kept has the one that was kept by, as samplers may go by it. */
export class KeptIds implements IdGenerator {
  private readonly random = new RandomIdGenerator();
  private kept: string | undefined;

  /** The next trace has this id. */
  keep(traceId: string): void {
    this.kept = traceId;
  }

  generateTraceId(): string {
    const traceId = this.kept ?? this.random.generateTraceId();
    this.kept = undefined;
    return traceId;
  }

  generateSpanId(): string {
    return this.random.generateSpanId();
  }
}
