import { Controller, Get, Post } from '@nestjs/common';
import { TakesId } from '@safety/platform';
import { consolePaths } from '../../paths/console.js';
import { MadeOnce } from '../visit/made-once.js';
import type { Answer, Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { deliveriesPage } from './deliveries.page.js';
import { KnownDeliveries } from './known-deliveries.js';

/** The logout calls of the clients that the user manages. */
@Controller(consolePaths.deliveries)
@VisitedPage()
export class DeliveriesController {
  constructor(
    private readonly deliveries: KnownDeliveries,
    private readonly madeOnce: MadeOnce,
  ) {}

  @Get()
  async list(@CurrentVisit() visit: Visit): Promise<Answer> {
    return visit.show(deliveriesPage(visit, await this.deliveries.list(visit.keeper)));
  }

  @Post(':id/retry')
  async retry(@CurrentVisit() visit: Visit, @TakesId() id: string): Promise<Answer> {
    const address = await this.madeOnce.addressOf(visit.submission, async () => {
      await this.deliveries.retry(visit.keeper, id);
      return consolePaths.deliveries;
    });
    return visit.goTo(address, 'deliveryRetried');
  }
}
