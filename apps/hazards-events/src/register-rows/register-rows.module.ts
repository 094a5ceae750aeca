import { Module } from '@nestjs/common';
import { ApprovedEvents } from '../events/approved-events.js';
import { EventRows } from '../events/events.rows.js';
import { ApprovedHazards } from '../hazards/approved-hazards.js';
import { HazardRows } from '../hazards/hazards.rows.js';

const rows = [HazardRows, ApprovedHazards, EventRows, ApprovedEvents];

/** The working copies and snapshots of hazards and events, which name each other. */
@Module({ providers: rows, exports: rows })
export class RegisterRowsModule {}
