import { AbstractLogger, type LogLevel, type LogMessage } from 'typeorm';
import type { PreparationLog } from './waiting.js';

/** Tells the log of a preparation what TypeORM would print on the console: which migration has failed. */
export class MigrationLog extends AbstractLogger {
  constructor(private readonly preparation: PreparationLog) {
    super(false);
  }

  protected override writeLog(
    _: LogLevel,
    given: LogMessage | string | number | (LogMessage | string | number)[],
  ) {
    for (const { message } of this.prepareLogMessages(given))
      this.preparation.warn({}, `preparation: ${message}`);
  }
}
