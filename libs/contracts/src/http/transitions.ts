import { z } from 'zod';
import { fault } from './fault.js';

/** The steps that a resource can take, each with the statuses it starts from and the one it leads to. */
export type TransitionTable<Name extends string = string, Status extends string = string> = Readonly<
  Record<Name, { readonly from: readonly Status[]; readonly to: Status }>
>;

/** The steps that start from a status. */
export const allowedTransitions = <Name extends string, Status extends string>(
  table: TransitionTable<Name, Status>,
  status: Status,
): Name[] => (Object.keys(table) as Name[]).filter((name) => table[name].from.includes(status));

/**
 * The request schema of `POST …/{id}/transitions`; its description is the table, `more` its other members.
 * `terms` goes on where the table does not say all of a step: where else it leads, and what it takes.
 */
export const transitionSchema = <
  Name extends string,
  Status extends string,
  More extends z.ZodRawShape = Record<never, never>,
>(
  name: string,
  table: TransitionTable<Name, Status>,
  more: More = {} as More,
  terms?: Readonly<Partial<Record<Name, string>>>,
) =>
  z
    .strictObject({
      ...more,
      transition: z
        .enum(Object.keys(table) as [Name, ...Name[]])
        .describe(
          (Object.entries(table) as [Name, TransitionTable[string]][])
            .map(
              ([step, { from, to }]) => `${step}: from ${from.join(' or ')} to ${to}${terms?.[step] ?? ''}.`,
            )
            .join(' '),
        ),
    })
    .meta({ id: name });

/** 422 `required`: a member without which a step is not taken. */
export const requiredForStep = (member: string) =>
  fault([member], 'required', 'Is required for this transition.');

/** 422 `not-allowed`: a member that another step takes, and this one would lose. */
export const lostByStep = (member: string, message: string) => fault([member], 'not-allowed', message);
