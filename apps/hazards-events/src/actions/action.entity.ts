import type {
  ActionSource,
  ActionStatus,
  actionPriorities,
  actionTypes,
  controlEffectiveness,
  controlTypes,
} from '@safety/contracts';
import { ClientMadeRecord } from '@safety/persistence';
import { Column, Entity } from 'typeorm';

@Entity('actions')
export class Action extends ClientMadeRecord {
  @Column('text') reference!: string;
  @Column('text') title!: string;
  @Column('text', { nullable: true }) description!: string | null;
  @Column('text') actionType!: (typeof actionTypes)[number];
  @Column('text', { nullable: true }) controlType!: (typeof controlTypes)[number] | null;
  @Column('text') sourceType!: ActionSource;
  @Column('uuid', { nullable: true }) sourceId!: string | null;
  @Column('uuid', { nullable: true }) sourceSuggestedActionId!: string | null;
  @Column('uuid') orgStructureId!: string;
  @Column('uuid', { nullable: true }) assigneePersonnelId!: string | null;
  @Column('uuid', { nullable: true }) assigneeUserId!: string | null;
  @Column('uuid', { nullable: true }) verifierUserId!: string | null;
  @Column('text') priority!: (typeof actionPriorities)[number];
  /** The place of the priority among all of them; lists sort by it. */
  @Column({ type: 'int', generatedType: 'STORED', asExpression: 'priority' })
  priorityRank!: number;
  @Column('boolean') mandatory!: boolean;
  @Column('date') dueDate!: string;
  @Column('date') originalDueDate!: string;
  @Column('text') status!: ActionStatus;
  @Column('text', { nullable: true }) statusComment!: string | null;
  @Column('timestamptz', { nullable: true }) completedAt!: Date | null;
  @Column('uuid', { nullable: true }) completedByUserId!: string | null;
  @Column('text', { nullable: true }) completionComment!: string | null;
  @Column('timestamptz', { nullable: true }) verifiedAt!: Date | null;
  @Column('uuid', { nullable: true }) verifiedByUserId!: string | null;
  @Column('text', { nullable: true }) effectiveness!: (typeof controlEffectiveness)[number] | null;
  @Column('double precision', { nullable: true }) cost!: number | null;
  @Column('text', { nullable: true }) currency!: string | null;
  @Column('text', { array: true }) tags!: string[];
}
