import { SetMetadata } from '@nestjs/common';

export const RECORDS_READS = 'safety:records-reads';

/**
 * The handler reads what nobody may read unrecorded: its transaction can write, and commits before the
 * answer.
 */
export const RecordsReads = (): MethodDecorator => SetMetadata(RECORDS_READS, true);
