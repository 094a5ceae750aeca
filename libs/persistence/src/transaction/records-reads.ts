import { SetMetadata } from '@nestjs/common';

export const RECORDS_READS = 'safety:records-reads';

/**
 * The handler records what it reads: its transaction can write, begins with the record, and commits before
 * the answer.
 */
export const RecordsReads = (): MethodDecorator => SetMetadata(RECORDS_READS, true);
