// The parts of a run: a path below the address of its service, and the resources whose rows are there.
import { ask } from '../common/lists/ask.mjs';

const LIMIT = 20;
const listOf = (name, service, resources) => ({
  service,
  resources,
  limit: LIMIT,
  path: () => `/${name}?limit=${LIMIT}`,
});

const known = {
  courses: listOf('courses', 'training', ['courses']),
  hazards: listOf('hazards', 'hazards-events', ['hazards']),
  personnel: listOf('personnel', 'personnel-org', ['personnel']),
  students: listOf('students', 'training', ['students']),
  one: {
    service: 'training',
    resources: ['courses'],
    path: async (url, headers) => {
      const { body } = await ask(url, '/courses?limit=1', headers);
      return `/courses/${body.data[0].id}`;
    },
  },
};

/** The parts of `PARTS`, by default all, by their names. */
export function partsOf(names = Object.keys(known).join()) {
  return names.split(',').map((name) => {
    if (!known[name]) throw new Error(`PARTS: no ${name} among ${Object.keys(known).join(', ')}`);
    return [name, known[name]];
  });
}
