import type { GapRow, ListGaps, StandingStatus } from '@safety/contracts';
import type { GapCell } from './gap-cells.js';

type Group = ListGaps['groupBy'];
type Row = Omit<GapRow, 'compliancePercent' | 'cells'>;
type Cell = GapRow['cells'][number];

/** From worst to best: the status of a cell that stands for several people. */
const severity: readonly StandingStatus[] = [
  'overdue',
  'expired',
  'required',
  'inProgress',
  'expiringSoon',
  'valid',
  'waived',
  'notRequired',
];

const counted = ['valid', 'expiringSoon', 'expired', 'overdue'] as const;
const isCounted = (status: StandingStatus): status is (typeof counted)[number] =>
  counted.some((name) => name === status);

/** The key and name of the row that a cell belongs to; none for people without an org structure. */
const rowOf: Record<Group, (cell: GapCell) => { key: string | null; name: string | null }> = {
  person: ({ personnelId, personnelName }) => ({ key: personnelId, name: personnelName }),
  course: ({ courseId, courseName }) => ({ key: courseId, name: courseName }),
  orgStructure: ({ orgStructureId, orgStructurePath }) => ({ key: orgStructureId, name: orgStructurePath }),
};

/** Rows of the matrix, made of cells that come one after another. */
export class GapRows {
  private readonly rows = new Map<string, { row: Row; cells: Map<string, Cell> }>();

  constructor(private readonly group: Group) {}

  add(cell: GapCell): void {
    const { key, name } = rowOf[this.group](cell);
    if (key === null) return;
    const known = this.rows.get(key) ?? { row: emptyRow(key, name ?? ''), cells: new Map<string, Cell>() };
    this.rows.set(key, known);
    const { row, cells } = known;
    if (cell.status !== 'waived') row.required += 1;
    if (isCounted(cell.status)) row[cell.status] += 1;
    const { courseId, status, expiresOn } = cell;
    const other = cells.get(courseId);
    cells.set(
      courseId,
      other ? worse(other, { courseId, status, expiresOn }) : { courseId, status, expiresOn },
    );
  }

  /** The rows so far, by name; they are forgotten. */
  take(): GapRow[] {
    const rows = [...this.rows.values()].map(({ row, cells }) => ({
      ...row,
      compliancePercent: percentOf(row),
      cells: [...cells.values()],
    }));
    this.rows.clear();
    return this.group === 'person' ? rows : rows.sort((a, b) => a.name.localeCompare(b.name));
  }
}

const emptyRow = (key: string, name: string): Row => ({
  key,
  name,
  required: 0,
  valid: 0,
  expiringSoon: 0,
  expired: 0,
  overdue: 0,
});

function percentOf({ required, valid, expiringSoon }: Row): number {
  return required === 0 ? 100 : Math.round(((valid + expiringSoon) / required) * 1000) / 10;
}

function worse(one: Cell, other: Cell): Cell {
  const [status = one.status] = [one.status, other.status].sort(
    (a, b) => severity.indexOf(a) - severity.indexOf(b),
  );
  const [expiresOn = null] = [one.expiresOn, other.expiresOn].filter((day) => day !== null).sort();
  return { courseId: one.courseId, status, expiresOn };
}
