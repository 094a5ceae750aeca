import { describe, expect, it } from '@jest/globals';
import type { HierarchyNode, OrgStructureType } from '@safety/contracts';
import { type HierarchyOptions, type HierarchyRow, hierarchyOf } from './hierarchy.js';

const row = (path: string, type: OrgStructureType = 'site'): HierarchyRow => {
  const pathIds = path.split('/');
  const id = pathIds.at(-1) ?? '';
  return { id, itemId: `item-${id}`, parentId: pathIds.at(-2) ?? null, name: id, code: null, type, pathIds };
};

const rows = [
  row('all', 'company'),
  row('all/north', 'region'),
  row('all/south', 'region'),
  row('all/north/quarry'),
  row('all/north/depot'),
  row('all/north/quarry/crusher', 'department'),
];

const drawn = (nodes: HierarchyNode[]): string =>
  nodes
    .map(({ name, selectable, isDefault, children }) => {
      const below = children.length > 0 ? `(${drawn(children)})` : '';
      return `${selectable ? '' : '-'}${name}${isDefault ? '*' : ''}${below}`;
    })
    .join(' ');

const tree = (options: Partial<HierarchyOptions>) =>
  drawn(hierarchyOf(rows, { reach: 'everywhere', defaultId: undefined, rootId: undefined, ...options }));

describe('the hierarchy', () => {
  it.each<[string, Partial<HierarchyOptions>, string]>([
    ['everything', {}, 'all(north(quarry(crusher) depot) south)'],
    [
      'what is out of reach, unselectable',
      { reach: ['quarry'] },
      '-all(-north(quarry(crusher) -depot) -south)',
    ],
    ['the default, marked', { defaultId: 'south' }, 'all(north(quarry(crusher) depot) south*)'],
  ])('%s', (_, options, expected) => {
    expect(tree(options)).toBe(expected);
  });

  it('below a root', () => {
    const below = rows.filter(({ pathIds }) => pathIds.includes('north'));
    const options = { reach: 'everywhere', defaultId: undefined, rootId: 'north' } as const;
    expect(drawn(hierarchyOf(below, options))).toBe('north(quarry(crusher) depot)');
  });
});
