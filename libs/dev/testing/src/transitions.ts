import { describe, expect, it } from '@jest/globals';
import { allowedTransitions, type TransitionTable } from '@safety/contracts';
import type { Answer, RequestOptions } from './api.js';
import { ifMatch, outcome } from './resource/resource-under-test.js';

export interface TransitionCases<Name extends string, Status extends string> {
  table: TransitionTable<Name, Status>;
  statuses: readonly Status[];
  /** Makes a row of this status and resolves with its id. */
  make(status: Status): Promise<string>;
  /** `POST …/{id}/transitions`. */
  step(id: string, transition: Name, options?: RequestOptions): Promise<Answer>;
  /** `DELETE …/{id}`. */
  archive(id: string): Promise<Answer>;
}

/** Generates a case for each status and step of a table, and one for each status of what is archived. */
export function describeTransitions<Name extends string, Status extends string>(
  path: string,
  { table, statuses, make, step, archive }: TransitionCases<Name, Status>,
): void {
  const steps = Object.keys(table) as Name[];
  describe.each(statuses)(`POST ${path} of one that is %s`, (status) => {
    it.each(steps)('%s', async (transition) => {
      const id = await make(status);
      const { status: answered, body } = await step(id, transition);
      const allowed = allowedTransitions(table, status);
      if (allowed.includes(transition))
        expect({ answered, status: body.status }).toEqual({ answered: 200, status: table[transition].to });
      else {
        expect({ answered, body }).toMatchObject({
          answered: 409,
          body: { code: 'invalid-state', currentStatus: status, allowedTransitions: allowed },
        });
        // The state comes before the precondition.
        expect((await step(id, transition, ifMatch('"777"'))).body.code).toBe('invalid-state');
      }
    });

    it('409 archived: each step, once it is archived', async () => {
      const id = await make(status);
      expect((await archive(id)).status).toBe(204);
      for (const transition of steps) {
        const answer = await step(id, transition);
        expect({ transition, ...outcome(answer) }).toEqual({ transition, status: 409, code: 'archived' });
      }
    });
  });
}
