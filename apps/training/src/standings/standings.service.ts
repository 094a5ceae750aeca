import { Injectable } from '@nestjs/common';
import type {
  AssignTraining,
  ChangePage,
  CompanyContext,
  ListChanges,
  ListTraining,
  Page,
  SaveTraining,
} from '@safety/contracts';
import { unknownRow } from '@safety/persistence';
import { type Change, type Precondition, ProblemError, refuseFaults } from '@safety/platform';
import { unusable } from '../courses/course-references.js';
import { CourseRows } from '../courses/courses.rows.js';
import { hasLeft, People } from '../read-models/people.js';
import { readsTraining } from '../rows/reads-training.js';
import { AssignmentRows, checkDecision } from './assignments.rows.js';
import type { Standing } from './standing.entity.js';
import { standingId } from './standing-id.js';
import { StandingPages } from './standing-pages.js';
import { StandingRows } from './standings.rows.js';

@Injectable()
export class StandingsService {
  constructor(
    private readonly standings: StandingRows,
    private readonly pages: StandingPages,
    private readonly assignments: AssignmentRows,
    private readonly courses: CourseRows,
    private readonly people: People,
  ) {}

  page(company: CompanyContext, query: ListTraining): Promise<Page<Standing>> {
    return this.pages.page(company, query);
  }

  async get(company: CompanyContext, id: string): Promise<Standing> {
    await this.standings.begin(company);
    return this.standings.one(company, id);
  }

  /** The changes of the assignment and the waiver, the newest first. The rest follows from other rows. */
  async history(company: CompanyContext, id: string, query: ListChanges): Promise<ChangePage> {
    await this.get(company, id);
    return this.assignments.changes(company, id, query);
  }

  /**
   * Makes a course mandatory for a person. Throws 409 `duplicate` when it is assigned already, and
   * `invalid-state` for somebody who has left.
   */
  async assign(company: CompanyContext, body: AssignTraining): Promise<Standing> {
    const { personnelId, courseId, dueDate } = body;
    const person = await this.people.named(company, personnelId);
    const course = await this.courses.known(company, courseId);
    refuseFaults([...person.faults, ...(course ? unusable(course) : [unknownRow('/courseId', 'course')])]);
    const current = await this.assignments.decided(company, body);
    const id = standingId(personnelId, courseId);
    if (current?.assigned && !current.archived) throw alreadyAssigned(company, id);
    if (person.gone) throw hasLeft();
    const assigned = { assigned: true, assignedByUserId: company.userId };
    // A decision on one that was taken back, or on a requirement that has ended, is not of this one.
    const known = current && !current.archived ? await this.get(company, id) : undefined;
    const isAsked = known !== undefined && known.requirement !== 'none';
    const anew = { ...fresh, dueDate, waivedUntil: null, waiverReason: null };
    const decided = isAsked ? { dueDate: dueDate ?? current?.dueDate ?? null } : anew;
    await this.assignments.decide(company, body, current, { ...assigned, ...decided });
    return this.get(company, id);
  }

  /**
   * Sets the due date and the waiver. Throws 409 `archived` for what was unassigned and has no other reason.
   */
  async change(company: CompanyContext, id: string, change: Change<SaveTraining>): Promise<Standing> {
    const { standing, current } = await this.decided(company, id);
    if (standing.archived) throw new ProblemError('archived', { detail: 'The training is archived.' });
    checkDecision(change.precondition, current);
    const { waivedUntil, waiverReason, dueDate } = change.of(standing);
    // The due date of a requirement comes back as it was read: it stays one of the requirement.
    const own = current && !current.archived ? current.dueDate : null;
    const given = dueDate === standing.dueDate && !own ? null : dueDate;
    const revived = current?.archived ? { ...fresh, assigned: false } : {};
    const values = { ...revived, dueDate: given, waivedUntil, waiverReason };
    await this.assignments.decide(company, standing, current, values);
    return this.get(company, id);
  }

  /**
   * Takes an assignment back, unless the standing is archived. Throws 409 `in-use` when an org structure item
   * requires the course.
   */
  async unassign(company: CompanyContext, id: string, precondition: Precondition): Promise<void> {
    const { standing, current } = await this.decided(company, id);
    if (standing.archived || (current?.assigned && current.archived)) return;
    if (standing.required) throw requiredByItems(company, standing);
    if (!current?.assigned) return;
    checkDecision(precondition, current);
    await this.assignments.takeBack(company, current);
  }

  /**
   * Brings an assignment back that was taken back; else the standing stays as it is. Throws 409 `archived`
   * for an archived person, `invalid-state` for one who has left, and 422 for a course that takes no
   * assignment any more.
   */
  async restore(company: CompanyContext, id: string, precondition: Precondition): Promise<Standing> {
    const { standing, current } = await this.decided(company, id);
    if (!current?.archived) return standing;
    await this.people.refuseGone(company, standing.personnelId);
    checkDecision(precondition, current);
    const course = await this.courses.unrestricted.getForShare(company, standing.courseId);
    refuseFaults(unusable(course));
    await this.assignments.decide(company, standing, current, fresh, 'restored');
    return this.get(company, id);
  }

  /**
   * A standing as it is once others have decided, and the decision, locked if there is one.
   * Throws 404 and 403.
   */
  private async decided(company: CompanyContext, id: string) {
    const seen = await this.get(company, id);
    await this.people.authorise(company, seen.personnelId);
    const current = await this.assignments.decided(company, seen);
    return { standing: await this.get(company, id), current };
  }
}

const fresh = { archivedAt: null, archivedByUserId: null };

const alreadyAssigned = (company: CompanyContext, id: string) =>
  new ProblemError('duplicate', {
    detail: 'The course is assigned to the person already.',
    extensions: { conflictingId: readsTraining(company) ? id : null },
  });

/** Those who read the standing have the items in it. */
function requiredByItems(company: CompanyContext, { requiredBy }: Standing): ProblemError {
  const named = readsTraining(company) ? requiredBy : [];
  const by = named.map(({ itemName }) => itemName).join(', ') || 'an org structure item';
  return new ProblemError('in-use', {
    detail: `Required by ${by}: waive it instead.`,
    extensions: { references: named.map(({ itemId }) => ({ resource: 'orgstructures/items', id: itemId })) },
  });
}
