import { Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import { BusinessApi, Company, Requires } from '@safety/auth-guard';
import {
  type ActionTransition,
  type AddAction,
  actionSchema,
  actionTransitionSchema,
  addActionSchema,
  type CompanyContext,
  type ListActions,
  type ListChanges,
  listActionsSchema,
  listChangesSchema,
  pageOf,
  recordedChangesSchema,
  type SaveAction,
  saveActionSchema,
} from '@safety/contracts';
import {
  type Change,
  IfMatch,
  type Precondition,
  Resource,
  Returns,
  ReturnsAdded,
  ReturnsNothing,
  TakesBody,
  TakesChange,
  TakesId,
  TakesMergePatch,
  TakesQuery,
} from '@safety/platform';
import { ActionRows } from './actions.rows.js';
import { ActionsService } from './actions.service.js';

@Controller('actions')
@Resource({
  one: 'an action',
  many: 'actions',
  about: 'Actions are what is to be done about hazards, events and training, by whom and until when.',
})
@BusinessApi()
export class ActionsController {
  constructor(
    private readonly rows: ActionRows,
    private readonly actions: ActionsService,
  ) {}

  @Get()
  @Requires('actions.read')
  @Returns(pageOf(actionSchema))
  list(@Company() company: CompanyContext, @TakesQuery(listActionsSchema) query: ListActions) {
    return this.actions.page(company, query);
  }

  @Post()
  @Requires('actions.write')
  @ReturnsAdded(actionSchema)
  add(@Company() company: CompanyContext, @TakesBody(addActionSchema) action: AddAction) {
    return this.actions.add(company, action);
  }

  @Get(':id')
  @Requires('actions.read')
  @Returns(actionSchema)
  get(@Company() company: CompanyContext, @TakesId() id: string) {
    return this.actions.get(company, id);
  }

  /** The changes of the action in the last 30 days and their authors, the newest first. */
  @Get(':id/audit')
  @Requires('actions.read')
  @Returns(recordedChangesSchema)
  audit(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesQuery(listChangesSchema) query: ListChanges,
  ) {
    return this.rows.history(company, id, query);
  }

  @Put(':id')
  @Requires('actions.write')
  @Returns(actionSchema, { errors: ['duplicate', 'invalid-state'] })
  replace(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesChange(saveActionSchema) change: Change<SaveAction>,
  ) {
    return this.actions.change(company, id, change);
  }

  @Patch(':id')
  @Requires('actions.write')
  @Returns(actionSchema, { errors: ['duplicate', 'invalid-state'] })
  patch(
    @Company() company: CompanyContext,
    @TakesId() id: string,
    @TakesMergePatch(saveActionSchema) change: Change<SaveAction>,
  ) {
    return this.actions.change(company, id, change);
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

  @Delete(':id')
  @Requires('actions.write')
  @ReturnsNothing()
  archive(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.actions.archive(company, id, precondition);
  }

  @Put(':id/restore')
  @Requires('actions.write')
  @Returns(actionSchema, { errors: ['invalid-state'] })
  restore(@Company() company: CompanyContext, @TakesId() id: string, @IfMatch() precondition: Precondition) {
    return this.actions.restore(company, id, precondition);
  }
}
