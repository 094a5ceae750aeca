import { Injectable } from '@nestjs/common';
import {
  type ActionTransition,
  type ActionTransitionName,
  type AddAction,
  actionTransitions,
  type ChangePage,
  type CompanyContext,
  type FieldError,
  type ListActions,
  type ListChanges,
  type Page,
  type Permission,
  type SaveAction,
} from '@safety/contracts';
import {
  type Added,
  type CallerSteps,
  type Change,
  checkStep,
  invalidFields,
  type Precondition,
  ProblemError,
  refuseFaults,
  stepNames,
  stepRefused,
} from '@safety/platform';
import { unlessArchived } from '../approvals/archived-steps.js';
import type { Action } from './action.entity.js';
import { ActionActors } from './action-actors.js';
import { refusalOfOtherJudges } from './action-judges.js';
import { ActionReferences } from './action-references.js';
import { ActionSources } from './action-sources.js';
import { isPending, opensAgain, refusalOfActionStep, stepped } from './action-steps.js';
import { type ActionView, ActionViews } from './action-views.js';
import { ActionRows, bytesOf } from './actions.rows.js';
import { type GivenAction, NewActions } from './new-actions.js';

const permission: Permission = 'actions.write';

@Injectable()
export class ActionsService {
  constructor(
    private readonly rows: ActionRows,
    private readonly views: ActionViews,
    private readonly newActions: NewActions,
    private readonly sources: ActionSources,
    private readonly references: ActionReferences,
    private readonly actors: ActionActors,
  ) {}

  async page(company: CompanyContext, query: ListActions): Promise<Page<ActionView>> {
    const mine = await this.actors.personnelIdsOf(company);
    const { data, page } = await this.rows.list(company, query, mine);
    return { data: await this.views.of(company, data), page };
  }

  async get(company: CompanyContext, id: string): Promise<ActionView> {
    return this.views.one(company, await this.rows.get(company, id));
  }

  history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    return this.rows.history(company, id, query);
  }

  async add(company: CompanyContext, body: AddAction): Promise<Added<ActionView>> {
    const { row, isNew } = await this.newActions.addOnce(company, body, () => this.checked(company, body));
    return { row: await this.views.one(company, row), isNew };
  }

  private async checked(company: CompanyContext, { id: _id, ...action }: AddAction): Promise<GivenAction> {
    const source = await this.sources.find(company, action);
    const orgStructureId = action.orgStructureId ?? source.orgStructureId;
    if (orgStructureId === undefined) throw withoutPlace(source.faults);
    const placed = { ...action, orgStructureId };
    const sourcePlace = source.orgStructureId;
    const faults = [...source.faults, ...(await this.references.faults(company, placed, { sourcePlace }))];
    // Of a source that the caller may not read nothing is told, not even where it is.
    if (source.orgStructureId !== undefined) {
      await this.sources.permitMandatory(company, placed);
      const full = await this.sources.refusalOfFull(company, placed, {
        growth: bytesOf(placed),
        isAnother: true,
      });
      if (full)
        throw new ProblemError(full.code, {
          ...full,
          extensions: { currentStatus: source.status, allowedTransitions: [] },
        });
    }
    refuseFaults(faults);
    return { ...placed, sourceSuggestedActionId: null };
  }

  async change(company: CompanyContext, id: string, change: Change<SaveAction>): Promise<ActionView> {
    await this.lockSource(company, id);
    const changed = await this.rows.change(company, id, change, {
      authorise: async (row) => {
        await this.actors.permit(company, permission, row);
        await this.refuseSettled(company, row);
      },
      values: async (action, row) => {
        const faults = sourceFaults(action, row);
        const stays = action.orgStructureId === row.orgStructureId;
        const sourcePlace = stays ? undefined : await this.placeOf(company, row);
        const orgStructureId = action.orgStructureId ?? sourcePlace;
        await this.refuseOtherJudges(company, row, { ...action, orgStructureId: orgStructureId ?? null });
        if (orgStructureId === undefined) throw withoutPlace(faults);
        const placed = { ...action, orgStructureId };
        const kept = { current: row, sourcePlace };
        const all = [...faults, ...(await this.references.faults(company, placed, kept))];
        if (!row.mandatory || placed.orgStructureId !== row.orgStructureId)
          await this.sources.permitMandatory(company, { ...row, mandatory: action.mandatory });
        await this.actors.permitMove(company, row, placed);
        refuseFaults(all);
        const blocks = action.mandatory && isPending({ ...row, verifierUserId: action.verifierUserId });
        if (blocks && !(row.mandatory && isPending(row)))
          await this.refuseClosed(company, row, { ...row, mandatory: true });
        const growth = bytesOf({ ...row, ...placed }) - bytesOf(row);
        if (growth > 0) await this.refuseFull(company, row, { growth, isAnother: false });
        return placed;
      },
    });
    return this.views.one(company, changed);
  }

  /** The source of an action never changes: it can be locked before the action is. Throws 404. */
  private async lockSource(company: CompanyContext, id: string): Promise<void> {
    await this.sources.lockUnapproved(company, await this.rows.get(company, id));
  }

  /** The place of the source, or the action's own where the caller may not see a hazard or event. */
  private async placeOf(company: CompanyContext, row: Action): Promise<string | undefined> {
    const { faults, orgStructureId } = await this.sources.find(company, row);
    return orgStructureId ?? (faults.length > 0 ? row.orgStructureId : undefined);
  }

  async transition(
    company: CompanyContext,
    id: string,
    change: Change<ActionTransition>,
  ): Promise<ActionView> {
    const now = await this.rows.startedAt(company);
    await this.lockSource(company, id);
    const changed = await this.rows.change(company, id, change, {
      authorise: async (row) => {
        await checkStep(await this.stepsOf(company, row), change.given('transition'));
      },
      values: (wanted) => stepped(wanted, company.userId, now),
    });
    return this.views.one(company, changed);
  }

  async archive(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    await this.lockSource(company, id);
    await this.rows.archive(company, id, precondition, async (row) => {
      await this.actors.permit(company, permission, row);
      if (!row.archived) await this.refuseOtherJudges(company, row, 'archived');
    });
  }

  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<ActionView> {
    await this.lockSource(company, id);
    const row = await this.rows.restore(company, id, precondition, async (found) => {
      await this.actors.permit(company, permission, found);
      if (!found.archived) return;
      if (isPending(found)) {
        await this.sources.permitMandatory(company, found);
        await this.refuseClosed(company, found);
      }
      await this.refuseFull(company, found, {
        growth: bytesOf(found),
        isAnother: found.sourceSuggestedActionId === null,
      });
    });
    return this.views.one(company, row);
  }

  private async stepsOf(company: CompanyContext, row: Action): Promise<CallerSteps<ActionTransitionName>> {
    const standing = await this.actors.standing(company, row);
    return unlessArchived('action', row, {
      names: stepNames(actionTransitions),
      currentStatus: row.status,
      refusalOf: (step) =>
        refusalOfActionStep(step, row, standing) ??
        (opensAgain(step, row) ? this.sources.refusalOfClosed(company, row) : undefined),
    });
  }

  /** Throws 409 for an action that would keep its source from being closed although that is closed. */
  private async refuseClosed(
    company: CompanyContext,
    row: Action,
    wanted: Pick<Action, 'sourceType' | 'sourceId' | 'mandatory'> = row,
  ): Promise<void> {
    const refusal = await this.sources.refusalOfClosed(company, wanted);
    if (refusal) throw await stepRefused(await this.stepsOf(company, row), refusal);
  }

  /** Throws 409 where the source has as many actions as it may, or as large ones. */
  private async refuseFull(
    company: CompanyContext,
    row: Action,
    more: Parameters<ActionSources['refusalOfFull']>[2],
  ): Promise<void> {
    const refusal = await this.sources.refusalOfFull(company, row, more);
    if (refusal) throw await stepRefused(await this.stepsOf(company, row), refusal);
  }

  /** A verified or cancelled action changes by reopening it alone. An archived one is refused as that. */
  private async refuseSettled(company: CompanyContext, row: Action): Promise<void> {
    if (row.archived || (row.status !== 'verified' && row.status !== 'cancelled')) return;
    const detail = `The action is ${row.status}: reopen it first.`;
    throw await stepRefused(await this.stepsOf(company, row), { code: 'invalid-state', detail });
  }

  /** Throws what `refusalOfOtherJudges` says. */
  private async refuseOtherJudges(
    company: CompanyContext,
    row: Action,
    wanted: SaveAction | 'archived',
  ): Promise<void> {
    const refusal = refusalOfOtherJudges(row, wanted, await this.actors.standing(company, row));
    if (refusal) throw await stepRefused(await this.stepsOf(company, row), refusal);
  }
}

const withoutPlace = (faults: FieldError[]): ProblemError =>
  invalidFields(
    faults.length > 0
      ? faults
      : [{ pointer: '/orgStructureId', code: 'required', detail: 'Is required without a hazard or event.' }],
  );

/** The source of an action never changes. */
const sourceFaults = (action: SaveAction, row: Action): FieldError[] =>
  (['sourceType', 'sourceId'] as const)
    .filter((member) => action[member] !== row[member])
    .map((member) => ({ pointer: `/${member}`, code: 'not-allowed', detail: 'Never changes.' }));
