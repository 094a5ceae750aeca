/**
 * Does the same for many rows on the connection of one transaction, without waiting for one answer before the
 * next statement. It ends once all have ended: a statement that comes late would meet a closed transaction.
 */
export async function pipelined<Row, Result>(
  rows: readonly Row[],
  work: (row: Row) => Promise<Result>,
): Promise<Result[]> {
  const outcomes = await Promise.allSettled(rows.map(work));
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}
