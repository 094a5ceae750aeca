import { type ExecutionContext, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A request on its way into the handler that answers it. */
export interface HandlerCall {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The method of the controller, which carries the words of its decorators. */
  readonly handler: ReturnType<ExecutionContext['getHandler']>;
}

/** A part of the way around the handlers of a service, behind guards and before pipes. */
export interface HandlerStep {
  /** Answers in place of `next`, or with what it resolves to; what it throws becomes a refusal. */
  run(call: HandlerCall, next: () => Promise<unknown>): Promise<unknown>;
}

/** The steps of a service around its handlers. */
@Injectable()
export class HandlerSteps {
  private readonly steps: HandlerStep[] = [];

  /** Adds a step closer to the handlers than those that are there. */
  add(...steps: readonly HandlerStep[]): void {
    this.steps.push(...steps);
  }

  /** Takes all steps, from the outermost, and then the handler. */
  run(call: HandlerCall, handle: () => Promise<unknown>, from = 0): Promise<unknown> {
    const step = this.steps[from];
    return step ? step.run(call, () => this.run(call, handle, from + 1)) : handle();
  }
}
