import { Injectable } from '@nestjs/common';
import type { CompanyContext, GapRow, ListGaps, TrainingGaps } from '@safety/contracts';
import { StreamedAnswer } from '@safety/platform';
import { StandingRows } from '../standings/standings.rows.js';
import { GapCells } from './gap-cells.js';
import { csvOf } from './gap-csv.js';
import { GapRows } from './gap-rows.js';

const PLACES_AT_ONCE = 100;

/** How people stand in mandatory training, as a stream: a company may have a million cells. */
@Injectable()
export class GapsService {
  constructor(
    private readonly cells: GapCells,
    private readonly standings: StandingRows,
  ) {}

  async stream(company: CompanyContext, query: ListGaps): Promise<StreamedAnswer<TrainingGaps>> {
    const asOf = await this.standings.begin(company, query.asOf);
    const rows = this.rows(company, query, asOf);
    if (query.format === 'json') return StreamedAnswer.json({ asOf }, 'rows', rows);
    const disposition = `attachment; filename="training-gaps-${asOf}.csv"`;
    return StreamedAnswer.text(csvOf(rows), { type: 'text/csv; charset=utf-8', disposition });
  }

  /**
   * Rows of people leave as they are read, those of courses once all people are; until then the pieces have
   * none. A piece comes for each part of the people: the answer never stops for long.
   */
  private async *rows(company: CompanyContext, query: ListGaps, asOf: string): AsyncGenerator<GapRow[]> {
    if (query.groupBy === 'orgStructure') return yield* this.rowsOfPlaces(company, query, asOf);
    const rows = new GapRows(query.groupBy);
    for await (const piece of this.cells.read(company, query, asOf)) {
      for (const cell of piece) rows.add(cell);
      yield query.groupBy === 'person' ? rows.take() : [];
    }
    if (query.groupBy === 'course') yield rows.take();
  }

  /** Some org structures at once, with all who work there: all rows may be far more than memory holds. */
  private async *rowsOfPlaces(
    company: CompanyContext,
    query: ListGaps,
    asOf: string,
  ): AsyncGenerator<GapRow[]> {
    const places = await this.cells.places(company, query);
    for (let first = 0; first < places.length; first += PLACES_AT_ONCE) {
      const some = places.slice(first, first + PLACES_AT_ONCE);
      const rows = new GapRows('orgStructure');
      for await (const piece of this.cells.read(company, query, asOf, some)) {
        for (const cell of piece) rows.add(cell);
        yield [];
      }
      yield rows.take();
    }
  }
}
