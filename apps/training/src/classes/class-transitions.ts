import { Injectable } from '@nestjs/common';
import {
  type ClassTransition,
  type ClassTransitionName,
  type CompanyContext,
  classTransitions,
} from '@safety/contracts';
import {
  type CallerSteps,
  type Change,
  checkPrecondition,
  checkStep,
  ProblemError,
  stepRefused,
} from '@safety/platform';
import { ClassCancellation } from '../students/class-cancellation.js';
import { ClassCompletion } from '../students/class-completion.js';
import type { TrainingClass } from './class.entity.js';
import { ClassReferences } from './class-references.js';
import { hasBegun, isOver, stepsOfClass } from './class-steps.js';
import { type ClassView, ClassViews } from './class-views.js';
import { ClassRows } from './classes.rows.js';
import { Seats } from './seats.js';

/** The steps of a class from one status to the next, each with what it does to the students. */
@Injectable()
export class ClassTransitions {
  constructor(
    private readonly classes: ClassRows,
    private readonly references: ClassReferences,
    private readonly seats: Seats,
    private readonly completion: ClassCompletion,
    private readonly cancellation: ClassCancellation,
    private readonly views: ClassViews,
  ) {}

  async transition(company: CompanyContext, id: string, change: Change<ClassTransition>): Promise<ClassView> {
    await this.classes.get(company, id);
    const current = await this.seats.lock(company.companyId, id);
    if (current.status === 'completed' && change.given('transition') === 'complete') {
      await this.references.authorise(company, current);
      if (current.archived) throw new ProblemError('archived', { detail: 'The class is archived.' });
      checkPrecondition(change.precondition, current.version);
      change.of({});
      return this.views.one(company, current);
    }
    const changed = await this.classes.change(company, id, change, {
      authorise: async (row) => {
        await this.references.authorise(company, row);
        if (row.archived) return;
        await checkStep(await this.stepsOf(company, row), change.given('transition'));
      },
      values: async ({ transition, reason }, row) => {
        if (transition === 'reinstate') await this.references.refuseUnusable(company, row, '/transition');
        return { status: classTransitions[transition].to, cancelledReason: reason };
      },
    });
    await this.toStudents(company, changed, current.status);
    return this.views.one(company, await this.classes.get(company, id));
  }

  /** The steps of a class that the caller may take now: to complete it depends on the students too. */
  private async stepsOf(
    company: CompanyContext,
    row: TrainingClass,
  ): Promise<CallerSteps<ClassTransitionName>> {
    const steps = stepsOfClass(row, await this.classes.startedAt(company));
    return {
      ...steps,
      refusalOf: async (step) =>
        (await steps.refusalOf(step)) ??
        (step === 'complete' ? this.completion.refusal(company, row) : undefined),
    };
  }

  private async toStudents(
    company: CompanyContext,
    changed: TrainingClass,
    before: TrainingClass['status'],
  ): Promise<void> {
    if (changed.status === 'completed') await this.completion.complete(company, changed);
    if (changed.status === 'cancelled') await this.cancellation.cancel(company, changed);
    if (before === 'cancelled') await this.cancellation.reinstate(company, changed);
  }

  /** Throws 409 for a class that is over, whose members stay. One that is archived is refused as that. */
  async refuseOver(company: CompanyContext, row: TrainingClass): Promise<void> {
    if (row.archived || !isOver(row)) return;
    const detail = `The class is ${row.status}, and stays as it is.`;
    const now = await this.classes.startedAt(company);
    throw await stepRefused(stepsOfClass(row, now), { code: 'invalid-state', detail });
  }

  /** Whether another start puts a class that has begun off to the future. */
  async isPutOff(
    company: CompanyContext,
    row: TrainingClass,
    { startAt }: Pick<TrainingClass, 'startAt'>,
  ): Promise<boolean> {
    const now = await this.classes.startedAt(company);
    return hasBegun(row, now) && startAt > now && startAt > row.startAt;
  }
}
