import type { hazardApprovalDataSchema } from '@safety/contracts';
import type { OlderVersion } from '@safety/platform';
import type { z } from 'zod';

type Row = z.output<typeof hazardApprovalDataSchema>;

/**
 * Before 1.3.0 the plain paths led through the approval process, and `actions` held the suggested ones.
 * Actual actions were in no answer.
 */
export const before130 = (path: `/${string}`): OlderVersion<Row> => ({
  path,
  note: 'Answers with the approval of the hazard, and `actions` holds the suggested actions.',
  request: ({ actions, suggestedActions: _, ...body }) => ({
    ...body,
    ...(actions !== undefined && { suggestedActions: actions }),
  }),
  response: ({ suggestedActions, ...row }) => ({ ...row, actions: suggestedActions }),
});
