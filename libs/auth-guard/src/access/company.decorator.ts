import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { CompanyContext } from '@safety/contracts';
import type { Caller } from '@safety/platform';
import type { FastifyRequest } from 'fastify';

const request = (context: ExecutionContext): FastifyRequest =>
  context.switchToHttp().getRequest<FastifyRequest>();

/** The company of the request and who acts in it; the type of the parameter is `CompanyContext`. */
export const Company = createParamDecorator((_: unknown, context: ExecutionContext): CompanyContext => {
  const { company } = request(context);
  if (!company) throw new Error('@Company() belongs to handlers of the business API');
  return company;
});

/** The caller of the request; the type of the parameter is `Caller`. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = request(context);
  if (!caller) throw new Error('@CurrentCaller() belongs to handlers that need a token');
  return caller;
});
