import {
  allowedTransitions,
  type ProblemCode,
  type ProblemExtensions,
  type TransitionTable,
} from '@safety/contracts';
import { ProblemError } from '../problems/problem-error.js';

/** Why a caller may not take a step now. */
export interface StepRefusal {
  code: ProblemCode;
  detail: string;
  extensions?: ProblemExtensions;
}

/** The steps of a row, as one caller may take them now. */
export interface CallerSteps<Name extends string> {
  names: readonly Name[];
  currentStatus: string;
  /** Undefined for a step that the caller may take: status, role and what else it depends on allow it. */
  refusalOf(step: Name): StepRefusal | undefined | Promise<StepRefusal | undefined>;
  /** Steps that take more than their name, such as an edit with it: they are possible and not listed. */
  unlisted?: readonly Name[];
}

/**
 * Throws the refusal of a step, 403 or 409, with the steps that are left to the caller. `step` may be an
 * unchecked value from a body. A name that is no step passes, since the schema of the body refuses it.
 */
export async function checkStep<Name extends string>(steps: CallerSteps<Name>, step: unknown): Promise<void> {
  const name = steps.names.find((known) => known === step);
  const refusal = name && (await steps.refusalOf(name));
  if (refusal) throw await stepRefused(steps, refusal);
}

/** The problem of a refusal; `allowedTransitions` holds exactly the steps that the caller may take now. */
export async function stepRefused<Name extends string>(
  { names, currentStatus, refusalOf, unlisted = [] }: CallerSteps<Name>,
  { code, detail, extensions }: StepRefusal,
): Promise<ProblemError> {
  const left: Name[] = [];
  for (const name of names) if (!unlisted.includes(name) && !(await refusalOf(name))) left.push(name);
  return new ProblemError(code, {
    detail,
    extensions: { ...extensions, currentStatus, allowedTransitions: left },
  });
}

/** The refusal of a step that does not start from the status. */
export const statusRefusal = <Name extends string, Status extends string>(
  what: string,
  table: TransitionTable<Name, Status>,
  status: Status,
  step: Name,
): StepRefusal | undefined =>
  allowedTransitions(table, status).includes(step)
    ? undefined
    : { code: 'invalid-state', detail: `The ${what} is ${status}: ${step} is not possible.` };

/** The steps of a table that start from the status; `refusalOf` adds what else they depend on. */
export const stepsFrom = <Name extends string, Status extends string>(
  what: string,
  table: TransitionTable<Name, Status>,
  status: Status,
  refusalOf: CallerSteps<Name>['refusalOf'] = () => undefined,
): CallerSteps<Name> => ({
  names: stepNames(table),
  currentStatus: status,
  refusalOf: (step) => statusRefusal(what, table, status, step) ?? refusalOf(step),
});

/** The names of the steps of a table. */
export const stepNames = <Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] =>
  Object.keys(table) as Name[];
