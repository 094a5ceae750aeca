import type { TestApi, TestCaller } from '@safety/testing';
import { addCourse, addItem } from './org-structures.js';

export const pathOf = (item: { id: string }) => `/orgstructures/items/${item.id}`;

/** Calls of `…/trainingrequired` as the administrator of a spec, unless it names another caller. */
export const requiredTraining = (api: TestApi, admin: TestCaller) => {
  const required = async (item: { id: string }, query = '', caller = admin) =>
    (await caller.get(`${pathOf(item)}/trainingrequired${query}`)).body.data;
  return {
    required,
    courses: async (item: { id: string }, query = '') =>
      (await required(item, query)).map(({ courseName }: { courseName: string }) => courseName),
    require: (item: { id: string }, ...requirements: object[]) =>
      admin.put(`${pathOf(item)}/trainingrequired`, { requirements }),
    course: (changes: object = {}) => addCourse(api, admin.companyId, changes),
    /** An area below a site, each with an item of its own. */
    siteAndArea: async () => {
      const [site, area] = [await addItem(admin), await addItem(admin)];
      const top = (await admin.post('/orgstructures', { itemId: site.id })).body;
      await admin.post('/orgstructures', { itemId: area.id, parentId: top.id });
      return { site, area };
    },
  };
};
