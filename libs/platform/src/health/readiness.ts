import { Injectable } from '@nestjs/common';

/** Answers whether one thing that the service cannot work without is there; throws when it is not. */
export type ReadinessCheck = () => Promise<void>;

/** The checks behind `/health/ready`. Redis and other services are never among them. */
@Injectable()
export class Readiness {
  private readonly checks = new Map<string, ReadinessCheck>();
  private draining = false;

  /** Adds a check under a name that shows in the answer. */
  add(name: string, check: ReadinessCheck): void {
    this.checks.set(name, check);
  }

  /** From now on the service is not ready: it is about to stop. */
  drain(): void {
    this.draining = true;
  }

  /** Names of what is not ready; empty when the service is. */
  async failing(): Promise<string[]> {
    if (this.draining) return ['stopping'];
    const outcomes = await Promise.allSettled([...this.checks.values()].map((check) => check()));
    return [...this.checks.keys()].filter((_, index) => outcomes[index]?.status === 'rejected');
  }
}
