import { Module } from '@nestjs/common';
import { ActionViews } from './action-views.js';
import { ActionRows } from './actions.rows.js';
import { NewActions } from './new-actions.js';
import { SourceActions } from './source-actions.js';

/** Actions as hazards and events use them; it knows nothing of either. */
@Module({
  providers: [ActionRows, ActionViews, NewActions, SourceActions],
  exports: [ActionRows, ActionViews, NewActions, SourceActions],
})
export class SourceActionsModule {}
