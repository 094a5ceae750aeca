import { Injectable } from '@nestjs/common';
import { REMOVED_AT_ONCE, removeInParts } from '@safety/persistence';
import { InjectLogger, type Logger, Periodic } from '@safety/platform';
import { DataSource } from 'typeorm';

const EVERY_MS = 60 * 60 * 1000;

/** Removes what is too old of the oldest month. Months that are too old as a whole go when months turn. */
@Injectable()
export class OldChanges extends Periodic {
  constructor(
    private readonly dataSource: DataSource,
    @InjectLogger() logger: Logger,
  ) {
    super(logger, { name: 'change record: removal', everyMs: EVERY_MS });
  }

  protected work(): Promise<number> {
    return this.remove();
  }

  /** Resolves with how many changes went. */
  remove(atOnce = REMOVED_AT_ONCE): Promise<number> {
    return removeInParts(async () => {
      const [row] = await this.dataSource.query<{ removed: number }[]>(
        'SELECT changes_remove_old($1) AS removed',
        [atOnce],
      );
      return row?.removed ?? 0;
    }, atOnce);
  }
}
