import { besideAbove, person, place } from './example-rows/people.js';
import { standing } from './example-rows/training.js';
import { exampleValues } from './example-values.js';

type Members = Readonly<Record<string, unknown>>;

const { modifiedAt, modifiedByUserId } = exampleValues();
const VERSION_OF_NEW = 1;
const NEW_ROW_ID = '0190a3c4-5d6e-7f80-9a1b-2c3d4e5f6070';

/** Nobody has decided on it yet. */
const waiting = { status: 'pendingApproval', requireApproval: true };
const submission = { state: 'pending', submittedAt: modifiedAt, submittedByUserId: modifiedByUserId };
const neverApproved = { approvedAt: null, approvedByUserId: null };
const newSubmission = { ...submission, comment: null, decisions: [] };
const undone = { status: 'open', completedAt: null, completedByUserId: null, completionComment: null };
const invited = { invitation: 'invited', invitedAt: modifiedAt };
const unused = {
  ...{ upcomingClassCount: 0, enrolledCount: 0, recordCount: 0, personCount: 0 },
  lastCompletedOn: null,
};

/**
 * Members of answers that differ from those of the demo row once the request is done. Those of the request
 * itself, the version and, of a new row, who made it are there without being named.
 */
export const exampleAnswers: Readonly<Record<string, object>> = {
  'post /accounts/roleassignments': { evm: false },
  'post /accounts/users': { ...invited, displayName: 'Nora New' },
  'post /accounts/users/{id}/invitation': invited,
  'post /accounts/users/{id}/transitions': { status: 'disabled' },
  'post /actions': { ...undone, reference: 'ACT-2026-000021', overdue: true, sourceSuggestedActionId: null },
  'post /actions/{id}/transitions': {
    status: 'verified',
    verifiedAt: modifiedAt,
    verifiedByUserId: modifiedByUserId,
    effectiveness: 'effective',
  },
  'post /associate/jobtitle': { associateCount: 0 },
  'post /classes': { enrolledCount: 0, waitlistedCount: 0 },
  // The class is full.
  'post /classes/{id}/students': [{ personnelId: person?.id, status: 'waitlisted', studentId: NEW_ROW_ID }],
  'post /classes/{id}/transitions': { status: 'inProgress' },
  'post /courses': { status: 'draft', statistics: unused },
  'post /courses/{id}/transitions': { status: 'retired' },
  'post /events/requireapproval': { ...waiting, reference: 'EVT-2026-000016' },
  'put /events/{id}/requireapproval': { ...waiting, hasPendingRevision: true },
  // No action is left to do.
  'post /events/{id}/transitions': { status: 'closed', investigation: { completedAt: modifiedAt } },
  'post /hazards': {
    reference: 'HAZ-2026-000028',
    approvedAt: modifiedAt,
    approvedByUserId: modifiedByUserId,
  },
  'post /hazards/approval': {
    ...waiting,
    ...neverApproved,
    reference: 'HAZ-2026-000029',
    approval: newSubmission,
    actions: [],
    suggestedActions: [
      {
        description: 'Lay the cable in a duct below the lane.',
        controlType: null,
        suggestedDueDate: null,
        disposition: 'pending',
        actionId: null,
      },
    ],
  },
  'post /hazards/requireapproval': { ...waiting, ...neverApproved, reference: 'HAZ-2026-000030' },
  'post /hazards/{id}/transitions': {
    status: 'closed',
    closedAt: modifiedAt,
    closedByUserId: modifiedByUserId,
  },
  'put /hazards/approval': {
    ...waiting,
    hasPendingRevision: true,
    approval: { ...submission, comment: null },
  },
  'put /users/me/defaultorgstructure': { version: 1, isDefault: true },
  'put /hazards/{id}/requireapproval': { ...waiting, hasPendingRevision: true },
  'post /orgstructures': {
    relationshipId: NEW_ROW_ID,
    path: `${besideAbove?.path} / ${place?.name}`,
    pathIds: [...(besideAbove?.pathIds ?? []), NEW_ROW_ID],
  },
  'post /orgstructures/items': { orgStructureIds: [] },
  'post /personnel/{id}/history': { isCurrent: false },
  'post /personnel': { displayName: 'Nora New' },
  'post /students': { status: 'waitlisted' },
  'post /training': {
    id: standing.id,
    requirement: 'mandatory',
    assigned: true,
    assignedByUserId: modifiedByUserId,
  },
};

/** The example of an answer to a request: the demo row as it is once the request is done. */
export function answerOf(name: string, row: unknown, request: unknown): unknown {
  if (name.startsWith('get ')) return row;
  if (!isObject(row)) return overlaid(row, exampleAnswers[name]);
  return overlaid(overlaid(row, { ...changed(name, row), ...sent(row, request) }), exampleAnswers[name]);
}

/** A new row, or the next version of the one that there was. */
function changed(name: string, row: Members): Members {
  const isNew = /^post (?!.*\{id\}\/(transitions|invitation))/.test(name);
  const { version } = row;
  if (typeof version !== 'number') return {};
  const by = known(row, { modifiedAt, modifiedByUserId });
  if (!isNew) return { ...by, version: version + 1 };
  const created = known(row, { createdAt: modifiedAt, createdByUserId: modifiedByUserId });
  return { ...by, ...created, version: VERSION_OF_NEW, id: NEW_ROW_ID };
}

/** The values of the request; what holds others is written in one form and read in another. */
const sent = (row: Members, request: unknown): Members =>
  isObject(request)
    ? Object.fromEntries(
        Object.entries(known(row, request)).filter(
          ([name, value]) => name !== 'version' && (value === null || typeof value !== 'object'),
        ),
      )
    : {};

const known = (row: Members, members: Members): Members =>
  Object.fromEntries(Object.entries(members).filter(([name]) => name in row));

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Members of members too; the items of a list each over that in their place. */
function overlaid(base: unknown, over: unknown): unknown {
  if (over === undefined) return base;
  if (Array.isArray(base) && Array.isArray(over))
    return over.map((item, index) => overlaid(base[index] ?? base[0], item));
  if (!isObject(base) || !isObject(over)) return over;
  const members = Object.entries(over).map(([name, value]) => [name, overlaid(base[name], value)]);
  return { ...base, ...Object.fromEntries(members) };
}
