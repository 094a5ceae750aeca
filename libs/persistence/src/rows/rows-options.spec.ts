import { expect, it } from '@jest/globals';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { type Note, noteLists, notesOptions } from '../testing/notes.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import type { RowsOptions } from './recorded-rows.js';

const options = (wrong: Partial<RowsOptions<CompanyActor, Note>>) => ({ ...notesOptions, ...wrong });
const lists = (wrong: Partial<ListDeclaration<keyof Note>>) => ({ ...noteLists, ...wrong });

// Each of these names a property that notes do not have; it would be ignored, or a value shown in the audit.
const refused = [
  // @ts-expect-error members whose values are not recorded
  options({ sensitive: ['titel'] }),
  // @ts-expect-error a unique key
  options({ unique: { notes_code_key: { properties: ['codes'] } } }),
  // @ts-expect-error a foreign key
  options({ references: { notes_parent_fkey: 'parent' } }),
  // @ts-expect-error the order of a list
  lists({ defaultSort: '-titel' }),
  // @ts-expect-error the keys of `sort`
  lists({ sorts: ['titel'] }),
  // @ts-expect-error those whose column may be null
  lists({ nullableSorts: ['dueDate'] }),
  // @ts-expect-error one that stands for another property
  lists({ sortedBy: { priority: 'rank' } }),
  // @ts-expect-error filters
  lists({ filters: ['priorities'] }),
  // @ts-expect-error sets
  lists({ sets: ['tags'] }),
  // @ts-expect-error the text that `q` looks into
  lists({ search: ['text'] }),
];

it('refuses names that are no properties of the row, when it compiles', () => {
  expect(refused).toHaveLength(10);
});
