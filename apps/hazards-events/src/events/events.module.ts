import { Module } from '@nestjs/common';
import { SourceActionsModule } from '../actions/source-actions.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { CodeListsModule } from '../codelists/code-lists.module.js';
import { ReadModelsModule } from '../read-models/read-models.module.js';
import { RegisterRowsModule } from '../register-rows/register-rows.module.js';
import { EventApprovalsController } from './event-approvals.controller.js';
import { EventContents } from './event-contents.js';
import { EventLifecycleService } from './event-lifecycle.service.js';
import { EventProcess } from './event-process.js';
import { EventReader } from './event-reader.js';
import { EventReferences } from './event-references.js';
import { EventSubmissions } from './event-submissions.js';
import { EventViews } from './event-views.js';
import { EventsController } from './events.controller.js';
import { FlaggedEvents } from './flagged-events.js';

/** The literal paths of approval come before `{id}`. */
@Module({
  imports: [ReadModelsModule, ApprovalsModule, SourceActionsModule, RegisterRowsModule, CodeListsModule],
  controllers: [EventApprovalsController, EventsController],
  providers: [
    EventReader,
    EventViews,
    EventProcess,
    EventLifecycleService,
    EventSubmissions,
    EventContents,
    EventReferences,
    FlaggedEvents,
  ],
})
export class EventsModule {}
