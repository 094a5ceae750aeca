import { Injectable } from '@nestjs/common';
import {
  type CompanyContext,
  firstLine,
  type SaveSuggestedAction,
  type SuggestedAction,
} from '@safety/contracts';
import { refuseFaults } from '@safety/platform';
import { v7 as newId } from 'uuid';
import { NewActions } from '../actions/new-actions.js';
import { People } from '../read-models/people.js';
import type { Hazard } from './hazard.entity.js';
import {
  type Accepted,
  type AcceptedPlace,
  acceptanceFaults,
  acceptedAssignees,
  acceptedOf,
  acceptedPlaces,
  assigneesIn,
  disposed,
  mergedSuggestions,
  suggestionFaults,
} from './suggestions.js';

const MAX_TITLE = 200;

/** The suggested actions of hazards, and the actions that are made of them. */
@Injectable()
export class HazardActions {
  constructor(
    private readonly people: People,
    private readonly newActions: NewActions,
  ) {}

  /** The suggestions after a request. Throws 422 for unknown suggestions and people. */
  async merged(
    company: CompanyContext,
    existing: readonly SuggestedAction[],
    given: readonly SaveSuggestedAction[] | undefined,
    disposes: boolean,
  ): Promise<SuggestedAction[]> {
    const merged = mergedSuggestions(existing, given, { userId: company.userId, disposes, newId });
    const kept = new Set(existing.flatMap((known) => known.suggestedAssigneePersonnelId ?? []));
    refuseFaults([
      ...suggestionFaults(existing, given, merged),
      ...(await this.people.assigneeFaults(company, assigneesIn(given), kept)),
    ]);
    return merged;
  }

  /**
   * Throws 422 for suggestions that a body accepts and that cannot become actions: those without an assignee
   * or a due date, and for assignees who are archived or have left since.
   */
  async checkAccepted(
    company: CompanyContext,
    suggestions: readonly SuggestedAction[],
    given: readonly SaveSuggestedAction[] | undefined,
  ): Promise<void> {
    const named = acceptedPlaces(suggestions, given).filter(({ index }) => index >= 0);
    await this.checkPlaces(company, named);
  }

  /**
   * Makes actions of the accepted suggestions, and declines those that nobody has decided on. Throws 422 as
   * `checkAccepted` does, of those that other approvers have accepted, too.
   */
  async accept(
    company: CompanyContext,
    hazard: Pick<Hazard, 'id' | 'orgStructureId' | 'anonymous' | 'createdByUserId'>,
    suggestions: readonly SuggestedAction[],
    given: readonly SaveSuggestedAction[] | undefined,
  ): Promise<SuggestedAction[]> {
    await this.checkPlaces(company, acceptedPlaces(suggestions, given));
    const actionIds = new Map<string, string>();
    // The creator of the action is its approver: of an anonymous hazard that must not be the reporter.
    const isAuthorHidden = hazard.anonymous && hazard.createdByUserId === company.userId;
    for (const suggestion of acceptedOf(suggestions) as Accepted[]) {
      const { id } = await this.newActions.add(company, actionOf(hazard, suggestion), { isAuthorHidden });
      actionIds.set(suggestion.id, id);
    }
    return disposed(suggestions, actionIds);
  }

  private async checkPlaces({ companyId }: CompanyContext, places: readonly AcceptedPlace[]): Promise<void> {
    refuseFaults([
      ...acceptanceFaults(places),
      ...(await this.people.goneFaults(companyId, acceptedAssignees(places))),
    ]);
  }
}

const actionOf = (
  { id, orgStructureId }: Pick<Hazard, 'id' | 'orgStructureId'>,
  suggestion: Accepted,
): Parameters<NewActions['add']>[1] => ({
  title: firstLine(suggestion.description, MAX_TITLE),
  description: suggestion.description,
  actionType: 'corrective',
  controlType: suggestion.controlType,
  sourceType: 'hazard',
  sourceId: id,
  sourceSuggestedActionId: suggestion.id,
  orgStructureId,
  assigneePersonnelId: suggestion.suggestedAssigneePersonnelId,
  assigneeUserId: null,
  verifierUserId: null,
  priority: 'medium',
  mandatory: true,
  dueDate: suggestion.suggestedDueDate,
  cost: null,
  currency: null,
  tags: [],
});
