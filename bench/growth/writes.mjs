// The write of each part, as its service is asked for it.
const DAY = new Date().toISOString().slice(0, 10);
const ROLES = 50;

/**
 * By part: what is needed once, before the rows are added, and from it the request with a number. `send` asks
 * the service of the part.
 */
export const writes = {
  hazards: {
    prepare: async (_send, place) => place,
    request: (place, number) => ({
      method: 'POST',
      path: '/hazards',
      body: {
        title: `Written beside lists ${number}`,
        description: 'Oil on the floor',
        hazardType: 'mechanical',
        orgStructureId: place,
        identifiedAt: `${DAY}T00:00:00Z`,
      },
    }),
  },
  personnel: {
    // No new people: each would add to the rows of the lists that are read meanwhile.
    prepare: async (send) => (await send('GET', '/personnel?limit=200')).data.map(({ id }) => id),
    request: (people, number) => ({
      method: 'PATCH',
      path: `/personnel/${people[number % people.length]}`,
      body: { middleName: `Beside lists ${number}` },
    }),
  },
  students: {
    // Those of the demo: their classes and people exist.
    prepare: async (send) => (await send('GET', '/students?limit=200')).data.map(({ id }) => id),
    request: (students, number) => ({
      method: 'PATCH',
      path: `/students/${students[number % students.length]}`,
      body: { feedback: `Written beside lists ${number}` },
    }),
  },
  changes: {
    // Roles that nobody holds. Those who change roles of one company take turns, so they are fewer.
    perSecond: 50,
    prepare: async (send) => {
      const roles = Array.from({ length: ROLES }, (_, index) => `Written beside lists ${index}`);
      const added = await Promise.all(roles.map((name) => send('POST', '/roles', { name, permissions: [] })));
      return added.map(({ id }) => id);
    },
    request: (roles, number) => ({
      method: 'PATCH',
      path: `/roles/${roles[number % roles.length]}`,
      body: { description: `Written beside lists ${number}` },
    }),
  },
};
