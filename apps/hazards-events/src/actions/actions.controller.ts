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
  reads: Requires(
    'actions.read',
    'Actions of a hazard or event that was never approved are for those who may read that, for their assignees and ' +
      'for their creators.',
  ),
  writes: Requires(
    'actions.write',
    'It has to count at the org structure of the action. One that is mandatory, completed and waits for the ' +
      'verifier whom it names is made optional and archived by that verifier and administrators alone. While it is ' +
      'open its assignee, but for administrators, neither does so nor changes the verifier.',
  ),
  errors: {
    change: ['duplicate', 'invalid-state', 'self-approval-not-allowed'],
    archive: ['invalid-state', 'self-approval-not-allowed'],
    restore: ['invalid-state'],
  },
  summaries: {
    restore: Summary(
      'Restore an action',
      'Brings the action back from the archive; a second time changes nothing. One that is open and mandatory takes ' +
        '`actions.write` where its hazard or event is too.',
    ),
  },
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
      'that are not archived, beside those that its approvals make of suggestions, and 4 MiB of all; without ' +
      '`actions.write` where it is, a quarter of that at other places.',
  )
  @Requires('actions.write')
  @ReturnsAdded(actionSchema, { errors: ['invalid-state'] })
  add(@Company() company: CompanyContext, @TakesBody(addActionSchema) action: AddAction) {
    return this.actions.add(company, action);
  }

  @Post(':id/transitions')
  @Summary(
    'Move an action to another status',
    'Takes one of the steps that the status of the action allows. Assignees start and complete what is theirs; ' +
      'others do so, and cancel, with `actions.write` at its org structure, and administrators reopen. The verifier ' +
      'whom it names does not complete it. To verify and to reject a completion takes `actions.verify` there, and ' +
      'is for the verifier alone where it names one.',
  )
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
