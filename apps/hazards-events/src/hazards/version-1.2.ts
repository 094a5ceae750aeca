import type { hazardApprovalDataSchema } from '@safety/contracts';
import { type OlderVersion, ofFaults, ProblemError } from '@safety/platform';
import type { z } from 'zod';

/** The newest version has the member, the older one `actions` in its place. */
const UNKNOWN = { pointer: '/suggestedActions', code: 'unknown-field', detail: 'Is no member.' } as const;

type Row = z.output<typeof hazardApprovalDataSchema>;

/**
 * Before 1.3.0 the plain paths led through the approval process, and `actions` held the suggested ones.
 * Actual actions were in no answer.
 */
export const before130 = (path: `/${string}`): OlderVersion<Row> => ({
  path,
  note: 'Bodies and answers have `actions` in place of `suggestedActions`, and no actual actions.',
  without: ['suggestedActions'],
  request: ({ actions, suggestedActions, ...body }) => {
    if (suggestedActions !== undefined) throw new ProblemError('unknown-field', ofFaults([UNKNOWN], 'field'));
    return { ...body, ...(actions !== undefined && { suggestedActions: actions }) };
  },
  response: ({ suggestedActions, ...row }) => ({ ...row, actions: suggestedActions }),
});
