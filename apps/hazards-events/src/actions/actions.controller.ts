import { Controller, Post } from '@nestjs/common';
import { BusinessApi, Company, Requires, resourceHandlers } from '@safety/auth-guard';
import {
  type ActionTransition,
  type AddAction,
  actionSchema,
  actionTransitionSchema,
  addActionSchema,
  type CompanyContext,
  listActionsSchema,
  saveActionSchema,
} from '@safety/contracts';
import {
  type Change,
  Resource,
  Returns,
  ReturnsAdded,
  Summary,
  TakesBody,
  TakesChange,
  TakesId,
} from '@safety/platform';
import { ActionsService } from './actions.service.js';

const Handlers = resourceHandlers({
  row: actionSchema,
  query: listActionsSchema,
  body: saveActionSchema,
  etag: 'version and content',
  reads: Requires('actions.read'),
  writes: Requires('actions.write'),
  errors: { change: ['duplicate', 'invalid-state'], restore: ['invalid-state'] },
  without: ['add', 'transition'],
});

@Controller('actions')
@Resource({
  one: 'an action',
  many: 'actions',
  about: 'Actions are what is to be done about hazards, events and training, by whom and until when.',
})
@BusinessApi()
export class ActionsController extends Handlers {
  constructor(private readonly actions: ActionsService) {
    super(actions);
  }

  @Post()
  @Summary(
    'Add an action',
    'Adds an action, with `actions.write` at its org structure. One that is mandatory keeps its hazard or event ' +
      'from being closed, and takes the permission where that is too. One hazard or event has at most 200 actions ' +
      'that are not archived, beside those that its approvals make of suggestions, and 4 MiB of all.',
  )
  @Requires('actions.write')
  @ReturnsAdded(actionSchema, { errors: ['invalid-state'] })
  add(@Company() company: CompanyContext, @TakesBody(addActionSchema) action: AddAction) {
    return this.actions.add(company, action);
  }

  /** Assignees may start and complete their own actions; the other steps need a permission at the place. */
  @Post(':id/transitions')
  @Requires('actions.read')
  @Returns(actionSchema, { errors: ['invalid-state', 'self-approval-not-allowed'] })
  transition(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(actionTransitionSchema) change: Change<ActionTransition>,
  ) {
    return this.actions.transition(company, id, change);
  }
}
