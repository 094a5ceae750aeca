import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { lastValueFrom, type Observable, of } from 'rxjs';
import type { HandlerSteps } from './handler-steps.js';

/**
 * Takes every request through the steps of its service. It is the only interceptor, since Nest binds an
 * asynchronous scope and two observables for each.
 */
export class HandlerInterceptor implements NestInterceptor {
  constructor(private readonly steps: HandlerSteps) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (context.getType() !== 'http') return next.handle();
    const http = context.switchToHttp();
    const call = { request: http.getRequest(), reply: http.getResponse(), handler: context.getHandler() };
    const handle = () => lastValueFrom(next.handle(), { defaultValue: undefined });
    return of(await this.steps.run(call, handle));
  }
}
