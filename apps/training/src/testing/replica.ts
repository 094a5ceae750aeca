import { CompanyTransactions } from '@safety/persistence';
import { LOGGER, type Logger } from '@safety/platform';
import type { TestApi } from '@safety/testing';
import { DueBatches } from '../standings/due-batches.js';
import { DueChanges } from '../standings/due-changes.js';
import { DuePeople } from '../standings/due-people.js';
import { StandingsJob } from '../standings/standings-job.js';
import { StandingsLook } from '../standings/standings-look.js';

/** The job of another process of the service, as far as the one of the service can tell. */
export function replica({ app }: TestApi, logger: Logger = app.get(LOGGER)): StandingsJob {
  return new StandingsJob(
    app.get(CompanyTransactions),
    app.get(DueBatches),
    app.get(StandingsLook),
    new DuePeople(app.get(CompanyTransactions), app.get(DueChanges)),
    app.get(DueChanges),
    logger,
  );
}
