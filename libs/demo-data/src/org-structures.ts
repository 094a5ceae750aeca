import { type DemoCompany, demoQuarries, otherWorks } from './companies.js';
import type { PlaceKind } from './crews.js';
import { demoId } from './ids.js';

/** A place in the tree of a demo company: an item, placed below a parent. */
export interface DemoPlace {
  id: string;
  companyId: string;
  itemId: string;
  name: string;
  code: string;
  type: 'company' | 'region' | 'site' | 'department' | 'team';
  kind: PlaceKind;
  parentId: string | null;
  path: string;
  pathIds: string[];
}

interface Branch {
  name: string;
  type: DemoPlace['type'];
  kind: PlaceKind;
  children?: Branch[];
}

const site = (name: string, kind: PlaceKind, departments: Record<string, PlaceKind>): Branch => ({
  name,
  type: 'site',
  kind,
  children: Object.entries(departments).map(([department, kindOfDepartment]) => ({
    name: `${name} ${department}`,
    type: 'department',
    kind: kindOfDepartment,
  })),
});

const quarries: Branch = {
  name: 'Demo Quarries',
  type: 'company',
  kind: 'company',
  children: [
    {
      name: 'North',
      type: 'region',
      kind: 'region',
      children: [
        site('North Quarry', 'quarry', {
          Extraction: 'extraction',
          Crushing: 'crushing',
          Workshop: 'workshop',
        }),
        site('Hill Quarry', 'quarry', {
          Extraction: 'extraction',
          Crushing: 'crushing',
          Weighbridge: 'weighbridge',
        }),
      ],
    },
    {
      name: 'South',
      type: 'region',
      kind: 'region',
      children: [
        site('South Quarry', 'quarry', {
          Extraction: 'extraction',
          Crushing: 'crushing',
          Workshop: 'workshop',
        }),
        site('Harbour Depot', 'depot', { Loading: 'loading', Stores: 'stores' }),
      ],
    },
    {
      name: 'Head Office',
      type: 'site',
      kind: 'office',
      children: [{ name: 'Safety Team', type: 'team', kind: 'safety' }],
    },
  ],
};

const works: Branch = {
  name: 'Other Works',
  type: 'company',
  kind: 'manufacturer',
  children: [
    site('Canal Works', 'works', { Foundry: 'foundry', Assembly: 'assembly' }),
    site('Dock Works', 'works', { Assembly: 'assembly' }),
  ],
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
    kind: branch.kind,
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
