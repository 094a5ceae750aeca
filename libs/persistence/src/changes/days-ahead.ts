import { Injectable } from '@nestjs/common';
import { Metrics } from '@safety/platform';
import { DataSource } from 'typeorm';

/** Tells for how many days to come the change record has partitions. A write on a day without one fails. */
@Injectable()
export class DaysAhead {
  constructor(dataSource: DataSource, metrics: Metrics) {
    const help = 'Days to come that the change record has partitions for.';
    // count is read: it is only told
    metrics.gauge('changes.days.ahead', { help }, () =>
      dataSource.query(
        `SELECT max(to_date(relname, '"d"YYYYMMDD')) - (now() AT TIME ZONE 'UTC')::date AS value FROM pg_class
         WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r'`,
      ),
    );
  }
}
