import { expect, it } from '@jest/globals';
import { companyMessages } from '../messages/messages.js';
import type { Hierarchy } from '../places/places.js';
import { roleChoice } from './role-choice.js';

const text = companyMessages.en;
const sites = Array.from({ length: 200 }, (_, index) => `Site ${index}`);
const hierarchy: Hierarchy = sites.map((id) => ({
  ...{ id, relationshipId: id, itemId: id, name: id, code: null, type: 'site' },
  ...{ isDefault: false, selectable: true, children: [] },
}));
const role = { id: 'role', name: 'Inspector', evm: false };

it.each<[string, Hierarchy, string[], string]>([
  ['some places by name', hierarchy, sites.slice(0, 4), 'below: Site 0, Site 1, Site 2, Site 3.'],
  ['very many by three names and a count', hierarchy, sites, 'below: Site 0, Site 1, Site 2 and 197 more.'],
  [
    'places of too large a hierarchy',
    'too large',
    sites,
    'only at places where you may do all of this yourself',
  ],
])('where a role can be given: %s', (_, known, reach, words) => {
  const form = { text, sent: {}, hierarchy: known };
  expect(roleChoice({ ...form, roles: [{ ...role, reaches: [reach] }] }).markup).toContain(words);
  const others = roleChoice({ ...form, roles: [{ ...role, reaches: [[], reach] }] }).markup;
  expect(others).not.toContain('Inspector');
});
