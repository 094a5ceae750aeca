import type { WorkHistory as WorkHistoryResource } from '@safety/contracts';
import { Column, Entity } from 'typeorm';
import { WorkHistory } from './work-history.entity.js';

/** A record with what follows from the ones before and after it; a view, so for reading only. */
@Entity('work_history_chain')
export class WorkHistoryLink extends WorkHistory {
  @Column('uuid', { nullable: true }) changedToRecordId!: string | null;
  @Column('date', { nullable: true }) endDate!: string | null;
  @Column('text', { array: true }) changedFields!: WorkHistoryResource['changedFields'];
}
