import { Module } from '@nestjs/common';
import { ReferenceNumbers } from '../reference-numbers/reference-numbers.js';
import { ActionViews } from './action-views.js';
import { ActionRows } from './actions.rows.js';
import { NewActions } from './new-actions.js';
import { SourceActions } from './source-actions.js';

/** Actions as hazards and events use them; it knows nothing of either. */
@Module({
  providers: [ActionRows, ActionViews, NewActions, SourceActions, ReferenceNumbers],
  exports: [ActionRows, ActionViews, NewActions, SourceActions, ReferenceNumbers],
})
export class SourceActionsModule {}
