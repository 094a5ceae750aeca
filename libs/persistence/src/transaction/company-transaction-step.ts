import { Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { type HandlerCall, type HandlerStep, isRead, OWN_TRANSACTION } from '@safety/platform';
import { CompanyTransactions } from './company-transactions.js';
import { RECORDS_READS } from './records-reads.js';
import { WritersTurns } from './writers-turns.js';

/** Aborts when the connection of the answer is closed. */
function closing({ raw }: HandlerCall['reply']): AbortSignal {
  const controller = new AbortController();
  if (raw.destroyed) controller.abort();
  raw.once('close', () => controller.abort());
  return controller.signal;
}

/**
 * Gives every request that works in a company its one transaction, and some about their user. Reading methods
 * cannot write, unless they record what they read.
 */
@Injectable()
export class CompanyTransactionStep implements HandlerStep {
  constructor(
    private readonly transactions: CompanyTransactions,
    private readonly reflector: Reflector,
    private readonly turns: WritersTurns,
  ) {}

  async run({ request, reply, handler }: HandlerCall, next: () => Promise<unknown>): Promise<unknown> {
    const { company, caller } = request;
    const isOwn = this.reflector.get<boolean | undefined>(OWN_TRANSACTION, handler);
    const wallId = company?.companyId ?? (isOwn ? caller?.userId : undefined);
    if (wallId === undefined) return next();
    request.wallId = wallId;
    const reads = isRead(request);
    const recordsReads = this.reflector.get<boolean | undefined>(RECORDS_READS, handler);
    const access = !reads ? 'write' : recordsReads ? 'record reads' : 'read';
    const answer = () => this.transactions.run(wallId, next, access);
    if (reads) return answer();
    const { checkAccessAgain = async () => undefined } = request;
    return this.turns.take(wallId, answer, { gone: () => closing(reply), checkAgain: checkAccessAgain });
  }
}
