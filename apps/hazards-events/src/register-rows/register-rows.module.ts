import { Module } from '@nestjs/common';
import { EventRows } from '../events/events.rows.js';
import { HazardRows } from '../hazards/hazards.rows.js';

/** The working copies of hazards and events, which name each other. */
@Module({ providers: [HazardRows, EventRows], exports: [HazardRows, EventRows] })
export class RegisterRowsModule {}
