import { type CallerOptions, describeStateRefusals } from '@safety/testing';
import { stepClass, waysToClass } from './testing/class-steps.js';
import { enrolmentsOf } from './testing/enrolments.js';
import { standingsUnderTest } from './testing/required-standings.js';
import { addClass, addCourse, added, addPerson, startWithCompany } from './testing/training-under-test.js';

const { api, company, admin } = await startWithCompany();
const { enrol, person } = enrolmentsOf(api, company);
const { requiredCourse, standingOf } = standingsUnderTest(api, company);

const by = (options: CallerOptions) => api.caller({ companyId: admin.companyId, ...options });

async function classThatIs(status: keyof typeof waysToClass) {
  const row = await addClass(admin);
  for (const transition of waysToClass[status]) await stepClass(admin, row.id, transition);
  return row;
}

const withStudent = async () => {
  const row = await addClass(admin);
  const student = (await enrol(row.id, await person())).body;
  return { row, student };
};

describeStateRefusals('/courses/{id}', [
  [
    'DELETE',
    'has a class to come',
    async (options) => ({ caller: await by(options), at: `/courses/${(await addClass(admin)).courseId}` }),
  ],
]);

const over = async (options: CallerOptions) => {
  const row = await classThatIs('completed');
  return { caller: await by(options), at: `/classes/${row.id}`, body: row };
};

describeStateRefusals('/classes/{id}', [
  ['PUT', 'is completed', over],
  ['PATCH', 'is completed', async (options) => ({ ...(await over(options)), body: { title: 'Another' } })],
  [
    'POST /students',
    'is completed',
    async (options) => ({ ...(await over(options)), body: { personnelIds: [await person()] } }),
  ],
  [
    'POST /transitions',
    'is completed and archived',
    async (options) => {
      const { caller, at } = await over(options);
      await admin.delete(at);
      return { caller, at, body: { transition: 'complete' } };
    },
  ],
  [
    'POST /transitions',
    'has a student without a result whom the caller may not write',
    async (options) => {
      const { id } = await addClass(admin, { orgStructureId: company.place.id });
      await enrol(id, await addPerson(api, admin.companyId, { place: company.elsewhere }));
      await stepClass(admin, id, 'start');
      const caller = await by({ ...options, orgStructureIds: [company.place.id] });
      return { caller, at: `/classes/${id}`, body: { transition: 'complete' } };
    },
  ],
  [
    'DELETE',
    'has a student',
    async (options) => ({ caller: await by(options), at: `/classes/${(await withStudent()).row.id}` }),
  ],
  [
    'PUT /restore',
    'is of an archived course',
    async (options) => {
      const { id, courseId } = await addClass(admin);
      for (const path of [`/classes/${id}`, `/courses/${courseId}`]) await admin.delete(path);
      return { caller: await by(options), at: `/classes/${id}` };
    },
  ],
  [
    'PUT /restore',
    'is of a retired course',
    async (options) => {
      const { id, courseId } = await addClass(admin);
      await admin.delete(`/classes/${id}`);
      await admin.post(`/courses/${courseId}/transitions`, { transition: 'retire' });
      return { caller: await by(options), at: `/classes/${id}` };
    },
  ],
]);

describeStateRefusals('/students/{id}', [
  [
    'DELETE',
    'was in a class that is completed',
    async (options) => {
      const { row, student } = await withStudent();
      for (const transition of waysToClass.completed) await stepClass(admin, row.id, transition);
      return { caller: await by(options), at: `/students/${student.id}` };
    },
  ],
  [
    'PUT /restore',
    'was in a class that is full by now',
    async (options) => {
      const { id } = await addClass(admin, { capacity: 1 });
      const { body: student } = await enrol(id, await person());
      await admin.delete(`/students/${student.id}`);
      await enrol(id, await person());
      return { caller: await by(options), at: `/students/${student.id}` };
    },
  ],
]);

const takenBack = async (options: CallerOptions) => {
  const body = { personnelId: await addPerson(api, admin.companyId), courseId: await addCourse(admin) };
  const at = `/training/${(await added(admin, '/training', body)).id}`;
  await admin.delete(at);
  return { caller: await by(options), at, body: { dueDate: '2030-01-01' } };
};

describeStateRefusals('/training/{id}', [
  ['PUT', 'was taken back', takenBack],
  ['PATCH', 'was taken back', takenBack],
  [
    'DELETE',
    'an org structure item requires',
    async (options) => {
      const { personnelId, courseId } = await requiredCourse();
      return { caller: await by(options), at: `/training/${(await standingOf(personnelId, courseId)).id}` };
    },
  ],
]);
