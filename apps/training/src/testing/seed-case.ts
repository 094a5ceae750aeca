import { randomUUID } from 'node:crypto';
import type { CompanyTransaction } from '@safety/persistence';
import { type Case, expiryOf, ITEM, stagesOf } from './standings-by-hand.js';
import type { TestPlace } from './training-under-test.js';

type Client = CompanyTransaction['client'];
type Values = Record<string, unknown>;

const LONG_AGO = '2000-01-01';

const insert = (client: Client, table: string, rows: Values[]) =>
  client.query(
    `INSERT INTO ${table} (${Object.keys(rows[0] ?? {}).join(', ')})
    SELECT ${Object.keys(rows[0] ?? {}).join(', ')} FROM jsonb_populate_recordset(NULL::${table}, $1)`,
    [JSON.stringify(rows)],
  );

/** Where a case is seeded, and the time zone of that company. */
interface SeedOptions {
  companyId: string;
  places: TestPlace[];
  timeZone: string;
}

/** Writes a case straight into the tables, inside the transaction of `client`. */
export async function seedCase(client: Client, { companyId, places, timeZone }: SeedOptions, given: Case) {
  const { person, courses, requirements, records, assignments, classes } = given;
  const personnelId = randomUUID();
  const courseIds = courses.map(() => randomUUID());
  const idOf = (course: number) => courseIds[course] ?? '';
  const add = async (table: string, rows: Values[]) => {
    const identified = rows.map((row) => ({ company_id: companyId, ...row }));
    if (rows.length > 0) await insert(client, table, identified);
  };
  const fresh = () => ({
    id: randomUUID(),
    version: 1,
    created_at: 'now',
    modified_at: 'now',
    custom_fields: {},
  });
  await add(
    'courses',
    courses.map((course, index) => ({
      ...fresh(),
      id: idOf(index),
      code: randomUUID(),
      name: `Course ${index}`,
      category: 'other',
      delivery_method: 'online',
      validity_months: course.validityMonths,
      expiry_warning_days: course.expiryWarningDays,
      equivalent_course_ids: course.equivalents.map(idOf),
      prerequisite_course_ids: [],
      refresher_course_id: course.refresher === null ? null : idOf(course.refresher),
      status: 'active',
    })),
  );
  await add('companies', [{ version: 1, time_zone: timeZone, applied_at: 'now' }]);
  await add('personnel', [
    {
      id: personnelId,
      version: 1,
      display_name: 'Aoife Byrne',
      org_structure_id: places[person.depth]?.id,
      job_title: person.jobTitle,
      employment_status: person.employmentStatus,
      working_since: person.workingSince,
      formerly: stagesOf(person).map(({ from, depth, jobTitle }) => ({
        from,
        orgStructureId: places[depth]?.id ?? null,
        jobTitle,
      })),
      archived: false,
      applied_at: 'now',
    },
  ]);
  for (const [depth, { id }] of places.entries()) {
    const since = given.places[depth] ?? [];
    const text = 'UPDATE org_structures SET path_since = $2, item_since = $3 WHERE id = $1';
    await client.query(text, [id, since.slice(0, depth + 1), since[ITEM]]);
  }
  const items = places.map(({ itemId }) => ({
    id: itemId,
    version: 1,
    name: 'Item',
    archived: false,
    applied_at: 'now',
  }));
  await add('items', items);
  await add(
    'item_requirements',
    requirements.map((required) => ({
      item_id: places[required.depth]?.itemId,
      course_id: idOf(required.course),
      mandatory: required.mandatory,
      job_titles: required.jobTitles,
      grace_days: required.graceDays,
      effective_from: required.effectiveFrom,
    })),
  );
  await add(
    'training_records',
    records.map((record) => ({
      ...fresh(),
      personnel_id: personnelId,
      course_id: idOf(record.course),
      completed_on: record.completedOn,
      result: record.result,
      expires_on: expiryOf(record, given),
      expiry_source: 'course',
      attachment_ids: [],
      // Each of a kind of its own, since the same day may come twice.
      source: randomUUID(),
      archived_at: record.voided ? 'now' : null,
    })),
  );
  await add(
    'training_assignments',
    assignments.map((assignment) => ({
      ...fresh(),
      personnel_id: personnelId,
      course_id: idOf(assignment.course),
      assigned: assignment.assigned,
      due_date: assignment.dueDate,
      waived_until: assignment.waivedUntil,
      archived_at: assignment.archived ? 'now' : null,
    })),
  );
  const taken = classes.map((one) => ({ ...one, id: randomUUID() }));
  await add(
    'classes',
    taken.map(({ id, course, endsOn, status }) => ({
      ...fresh(),
      id,
      course_id: idOf(course),
      title: 'Class',
      start_at: `${endsOn} 08:00:00 ${timeZone}`,
      end_at: `${endsOn} 24:00:00 ${timeZone}`,
      time_zone: 'UTC',
      // The day of the class has no part in standings.
      ends_on: LONG_AGO,
      status,
      enrolled_count: 0,
      waitlisted_count: 0,
      last_number: 1,
    })),
  );
  await add(
    'students',
    taken.map(({ id, student }) => ({
      ...fresh(),
      class_id: id,
      personnel_id: personnelId,
      status: student,
      cancelled_with_class: false,
      number: 1,
      enrolled_at: 'now',
      archived_at: student === 'cancelled' ? 'now' : null,
    })),
  );
  return { personnelId, courseIds };
}
