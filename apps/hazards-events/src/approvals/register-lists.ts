import type { ListDeclaration } from '@safety/persistence';
import type { ApprovalRecord } from './approval.entity.js';
import type { Register } from './register.js';

type Lists<Row> = ListDeclaration<keyof Row & string>;
type Declared<Row> = Omit<Lists<Row>, 'table'> &
  Required<Pick<Lists<Row>, 'filters' | 'sets' | 'atPlaces' | 'others'>>;

/**
 * The lists of a register: of its working copies, which are also asked for by their approval, of its
 * snapshots, and of snapshots with the working copies that wait.
 */
export function registerLists<Row extends ApprovalRecord>(
  declared: Declared<Row>,
  { working, snapshots }: Register,
): Record<'working' | 'approved' | 'flagged', Lists<Row>> {
  const { filters, sets, atPlaces, others } = declared;
  const approved = { ...declared, table: snapshots };
  return {
    working: {
      ...declared,
      table: working,
      filters: [...filters, 'approvalState', 'submittedAt'],
      sets: [...sets, 'approverUserIds'],
      atPlaces: { ...atPlaces, values: [...atPlaces.values, 'approvalState'] },
      others: {
        ...others,
        requireApproval: 'status',
        approverUserId: 'approverUserIds',
        submittedFrom: 'submittedAt',
        submittedTo: 'submittedAt',
      },
    },
    approved,
    flagged: { ...approved, further: [working], others: { ...others, requireApproval: 'status' } },
  };
}
