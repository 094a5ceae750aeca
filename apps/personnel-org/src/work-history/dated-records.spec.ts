import { expect, it } from '@jest/globals';
import {
  type ChangedRecords,
  type DatedRecord,
  movesFrom,
  placesOfChangedDays,
  withRecord,
} from './dated-records.js';

const DAYS = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04', '2026-01-05'];
const record = (effectiveDate: string, orgStructureId: string): DatedRecord => ({
  id: `of ${effectiveDate}`,
  version: 1,
  effectiveDate,
  orgStructureId,
  employmentStatus: 'active',
});

/** Each history whose records begin on some of the days, at one of two org structures by turns. */
const histories = Array.from({ length: 2 ** DAYS.length }, (_, picked) =>
  DAYS.filter((_, day) => picked & (1 << day)).map((day, at) => record(day, `place ${at % 2}`)),
);

/** The writes that a history can have: a record more, one less, or one of another day or org structure. */
const writesOf = (before: readonly DatedRecord[]): ChangedRecords[] => {
  const free = DAYS.filter((day) => before.every(({ effectiveDate }) => effectiveDate !== day));
  const moved = (was: DatedRecord, day: string) => withRecord(before, record(day, 'place 1'), was);
  return [
    before,
    ...free.map((day) => withRecord(before, record(day, 'place 1'))),
    ...before.map((gone) => before.filter((one) => one !== gone)),
    ...before.flatMap((was) => [was.effectiveDate, ...free].map((day) => moved(was, day))),
  ].map((after) => ({ before, after }));
};

/** The record in force, asked of each day for itself. */
const onDay = (records: readonly DatedRecord[], day: string) =>
  records.findLast(({ effectiveDate }) => effectiveDate <= day);

function plainPlaces({ before, after }: ChangedRecords): Set<string> {
  const changed = DAYS.map((day) => [onDay(before, day), onDay(after, day)]).filter(
    ([was, is]) => was?.id !== is?.id || was?.version !== is?.version,
  );
  return new Set(changed.flatMap((both) => both.flatMap((one) => one?.orgStructureId ?? [])));
}

function plainMoves({ before, after }: ChangedRecords, date: string): Set<string> {
  const moves = DAYS.filter((day) => day >= date).map((day) =>
    [before, after].map((records) => (onDay(records, day) ?? records[0])?.orgStructureId),
  );
  return new Set(moves.filter(([from, to]) => from && to && from !== to).map((both) => both.join()));
}

it.each(
  histories.map((before) => [before.map(({ effectiveDate }) => effectiveDate.slice(-1)).join(), before]),
)(
  'of each write of records of the days [%s]: the places of changed days, and the moves from each day on',
  (_, before) => {
    for (const write of writesOf(before as DatedRecord[])) {
      expect(new Set(placesOfChangedDays(write))).toEqual(plainPlaces(write));
      for (const date of DAYS) {
        const moves = movesFrom(write, date).map(({ from, to }) => [from, to].join());
        expect(new Set(moves)).toEqual(plainMoves(write, date));
      }
    }
  },
);
