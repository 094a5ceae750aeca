import { Controller, Get, Post } from '@nestjs/common';
import { TakesId } from '@safety/platform';
import { consolePaths } from '../paths.js';
import type { Visit } from '../visit/visit.js';
import { CurrentVisit, VisitedPage } from '../visit/visited-page.js';
import { deliveriesPage } from './deliveries.page.js';
import { KnownDeliveries } from './known-deliveries.js';

/** The logout calls of the clients that the user manages. */
@Controller(consolePaths.deliveries)
@VisitedPage()
export class DeliveriesController {
  constructor(private readonly deliveries: KnownDeliveries) {}

  @Get()
  async list(@CurrentVisit() visit: Visit): Promise<void> {
    await visit.show(deliveriesPage(visit, await this.deliveries.list(visit.keeper)));
  }

  @Post(':id/retry')
  async retry(@CurrentVisit() visit: Visit, @TakesId() id: string): Promise<void> {
    await this.deliveries.retry(visit.keeper, id);
    await visit.goTo(consolePaths.deliveries, 'deliveryRetried');
  }
}
