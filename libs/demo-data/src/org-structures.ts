import { type DemoCompany, demoQuarries, otherWorks } from './companies.js';
import { demoId } from './ids.js';

/** A place in the tree of a demo company: an item, placed below a parent. */
export interface DemoPlace {
  id: string;
  companyId: string;
  itemId: string;
  name: string;
  code: string;
  type: 'company' | 'region' | 'site' | 'department' | 'team';
  parentId: string | null;
  path: string;
  pathIds: string[];
}

interface Branch {
  name: string;
  type: DemoPlace['type'];
  children?: Branch[];
}

const site = (name: string, departments: string[]): Branch => ({
  name,
  type: 'site',
  children: departments.map((department) => ({ name: `${name} ${department}`, type: 'department' })),
});

const quarries: Branch = {
  name: 'Demo Quarries',
  type: 'company',
  children: [
    {
      name: 'North',
      type: 'region',
      children: [
        site('North Quarry', ['Extraction', 'Crushing', 'Workshop']),
        site('Hill Quarry', ['Extraction', 'Crushing', 'Weighbridge']),
      ],
    },
    {
      name: 'South',
      type: 'region',
      children: [
        site('South Quarry', ['Extraction', 'Crushing', 'Workshop']),
        site('Harbour Depot', ['Loading', 'Stores']),
      ],
    },
    { name: 'Head Office', type: 'site', children: [{ name: 'Safety Team', type: 'team' }] },
  ],
};

const works: Branch = {
  name: 'Other Works',
  type: 'company',
  children: [site('Canal Works', ['Foundry', 'Assembly']), site('Dock Works', ['Assembly'])],
};

export const placeId = (company: DemoCompany, name: string): string => demoId('place', company.name, name);

function placesOf(company: DemoCompany, branch: Branch, parents: DemoPlace[] = []): DemoPlace[] {
  const parent = parents.at(-1);
  const id = placeId(company, branch.name);
  const place: DemoPlace = {
    id,
    companyId: company.id,
    itemId: demoId('item', company.name, branch.name),
    name: branch.name,
    code: branch.name.toUpperCase().replaceAll(' ', '-'),
    type: branch.type,
    parentId: parent?.id ?? null,
    path: [...parents.map(({ name }) => name), branch.name].join(' / '),
    pathIds: [...parents.map((ancestor) => ancestor.id), id],
  };
  return [
    place,
    ...(branch.children ?? []).flatMap((child) => placesOf(company, child, [...parents, place])),
  ];
}

export const demoPlaces: DemoPlace[] = [...placesOf(demoQuarries, quarries), ...placesOf(otherWorks, works)];
