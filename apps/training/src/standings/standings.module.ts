import { Module } from '@nestjs/common';
import { RowsModule } from '../rows.module.js';
import { Announcements } from './announcements.js';
import { DueBatches } from './due-batches.js';
import { IndexedStandingRows } from './indexed-standings.rows.js';
import { PersonStatuses } from './person-statuses.js';
import { StandingOrder } from './standing-order.js';
import { StandingPages } from './standing-pages.js';
import { StandingPolls } from './standing-polls.js';
import { StandingsController } from './standings.controller.js';
import { StandingsService } from './standings.service.js';
import { StandingsJob } from './standings-job.js';
import { StandingsLook } from './standings-look.js';

@Module({
  imports: [RowsModule],
  controllers: [StandingsController],
  providers: [
    StandingsService,
    StandingPages,
    StandingOrder,
    StandingPolls,
    IndexedStandingRows,
    StandingsJob,
    StandingsLook,
    DueBatches,
    PersonStatuses,
    Announcements,
  ],
})
export class StandingsModule {}
