import type { FieldError, SaveSuggestedAction, SuggestedAction } from '@safety/contracts';
import { type NamedRow, unknownRow } from '@safety/persistence';

/** The suggestions of one hazard at most, with those that have become actions. */
const MOST_SUGGESTIONS = 50;

interface Merge {
  userId: string;
  /** Whether dispositions count: they are the approver's. */
  disposes: boolean;
  newId: () => string;
}

/** The members that an acceptance is about. */
const words = [
  'description',
  'controlType',
  'suggestedAssigneePersonnelId',
  'suggestedDueDate',
] as const satisfies (keyof SuggestedAction)[];

const undecided = { disposition: 'pending', dispositionComment: null } as const;

/**
 * The suggestions of a hazard after a request. Existing ones that it leaves out are removed while they are
 * pending, unless it decides on them. Those that have become actions stay as they are.
 */
export function mergedSuggestions(
  existing: readonly SuggestedAction[],
  given: readonly SaveSuggestedAction[] | undefined,
  { userId, disposes, newId }: Merge,
): SuggestedAction[] {
  if (!given) return [...existing];
  const byId = new Map(given.flatMap((suggestion) => (suggestion.id ? [[suggestion.id, suggestion]] : [])));
  const kept = existing.flatMap((suggestion) => {
    const change = byId.get(suggestion.id);
    if (suggestion.actionId !== null) return [suggestion];
    if (change) return [changed(suggestion, change, disposes)];
    return suggestion.disposition === 'pending' && !disposes ? [] : [suggestion];
  });
  const added = given
    .filter(({ id }) => id === undefined)
    .map((suggestion) => changed(blank(newId(), userId), suggestion, disposes));
  return [...kept, ...added];
}

const blank = (id: string, suggestedByUserId: string): SuggestedAction => ({
  id,
  description: '',
  controlType: null,
  suggestedAssigneePersonnelId: null,
  suggestedDueDate: null,
  suggestedByUserId,
  disposition: 'pending',
  dispositionComment: null,
  actionId: null,
});

function changed(
  suggestion: SuggestedAction,
  { id: _id, disposition, dispositionComment, ...rest }: SaveSuggestedAction,
  disposes: boolean,
): SuggestedAction {
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  const after = { ...suggestion, ...given };
  // An approver has decided on other words.
  if (!disposes)
    return words.every((word) => after[word] === suggestion[word]) ? after : { ...after, ...undecided };
  return {
    ...after,
    disposition: disposition ?? suggestion.disposition,
    dispositionComment: dispositionComment === undefined ? suggestion.dispositionComment : dispositionComment,
  };
}

/**
 * Whether an approver wrote a suggestion, or what one says. To name the assignee and the due date belongs to
 * accepting it.
 */
export const reworded = (before: readonly SuggestedAction[], after: readonly SuggestedAction[]): boolean => {
  const known = new Map(before.map((suggestion) => [suggestion.id, suggestion]));
  return after.some(({ id, description, controlType }) => {
    const old = known.get(id);
    return old?.description !== description || old.controlType !== controlType;
  });
};

/** Whether an approver accepts a suggestion that the same request has written. */
export const acceptsOwn = (before: readonly SuggestedAction[], after: readonly SuggestedAction[]): boolean =>
  reworded(before, acceptedOf(after));

/**
 * The suggestions as a submission brings them before the approvers: what was accepted earlier is asked anew.
 */
export const askedAnew = (suggestions: readonly SuggestedAction[]): SuggestedAction[] =>
  suggestions.map((suggestion) =>
    suggestion.disposition === 'accepted' && suggestion.actionId === null
      ? { ...suggestion, ...undecided }
      : suggestion,
  );

/** The errors of suggestions that name no existing one, or are too many. */
export function suggestionFaults(
  existing: readonly SuggestedAction[],
  given: readonly SaveSuggestedAction[] | undefined,
  merged: readonly SuggestedAction[],
): FieldError[] {
  const known = new Set(existing.map(({ id }) => id));
  const unknown = (given ?? []).flatMap(({ id }, index) =>
    id === undefined || known.has(id) ? [] : [unknownRow(`/suggestedActions/${index}/id`, 'suggestion')],
  );
  if (merged.length <= MOST_SUGGESTIONS) return unknown;
  return [
    ...unknown,
    { pointer: '/suggestedActions', code: 'too-long', detail: `At most ${MOST_SUGGESTIONS}.` },
  ];
}

/** The people that suggestions of a body name. */
export const assigneesIn = (given: readonly SaveSuggestedAction[] | undefined): NamedRow[] =>
  (given ?? []).flatMap(({ suggestedAssigneePersonnelId: id }, index) =>
    id ? [{ pointer: `/suggestedActions/${index}/suggestedAssigneePersonnelId`, id }] : [],
  );

/** A suggestion that can become an action. */
export type Accepted = SuggestedAction & { suggestedAssigneePersonnelId: string; suggestedDueDate: string };

/** The suggestions that become actions with the approval. */
export const acceptedOf = (suggestions: readonly SuggestedAction[]): SuggestedAction[] =>
  suggestions.filter(({ disposition, actionId }) => disposition === 'accepted' && actionId === null);

/** A suggestion that is to become an action, and its place in a body. */
export interface AcceptedPlace {
  suggestion: SuggestedAction;
  /** -1 where the body leaves out what somebody else has accepted. */
  index: number;
}

export function acceptedPlaces(
  suggestions: readonly SuggestedAction[],
  given: readonly SaveSuggestedAction[] | undefined,
): AcceptedPlace[] {
  const added = (given ?? []).flatMap(({ id }, index) => (id === undefined ? [index] : []));
  const kept = suggestions.length - added.length;
  const indexOf = (suggestion: SuggestedAction): number => {
    const position = suggestions.indexOf(suggestion);
    if (position >= kept) return added[position - kept] ?? -1;
    return (given ?? []).findIndex(({ id }) => id === suggestion.id);
  };
  return acceptedOf(suggestions).map((suggestion) => ({ suggestion, index: indexOf(suggestion) }));
}

/** The people who get the actions, each with its place in the body. */
export const acceptedAssignees = (places: readonly AcceptedPlace[]): NamedRow[] =>
  places.flatMap(({ suggestion: { suggestedAssigneePersonnelId: id }, index }) => {
    const place = index < 0 ? '' : `/${index}/suggestedAssigneePersonnelId`;
    return id === null ? [] : [{ pointer: `/suggestedActions${place}`, id }];
  });

/** The errors of accepted suggestions without an assignee or a due date. */
export const acceptanceFaults = (places: readonly AcceptedPlace[]): FieldError[] =>
  places.flatMap(({ suggestion, index }): FieldError[] => {
    const missing = (['suggestedAssigneePersonnelId', 'suggestedDueDate'] as const).filter(
      (member) => suggestion[member] === null,
    );
    if (index >= 0)
      return missing.map((member) => ({
        pointer: `/suggestedActions/${index}/${member}`,
        code: 'required',
        detail: 'Is required of an accepted suggestion.',
      }));
    const detail = `The accepted suggestion ${suggestion.id} needs ${missing.join(' and ')}.`;
    return missing.length === 0 ? [] : [{ pointer: '/suggestedActions', code: 'required', detail }];
  });

/** The suggestions as the last approval leaves them: the others are declined. */
export const disposed = (
  suggestions: readonly SuggestedAction[],
  actionIds: ReadonlyMap<string, string>,
): SuggestedAction[] =>
  suggestions.map((suggestion) => ({
    ...suggestion,
    disposition: suggestion.disposition === 'pending' ? 'declined' : suggestion.disposition,
    actionId: actionIds.get(suggestion.id) ?? suggestion.actionId,
  }));
