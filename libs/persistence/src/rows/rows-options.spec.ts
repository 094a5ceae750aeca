import { expect, it } from '@jest/globals';
import type { ChangeActor, ChangePage } from '@safety/contracts';
import type { ListDeclaration } from '../lists/list-declaration.js';
import { type Note, noteLists, notesOptions } from '../testing/notes.js';
import type { CompanyActor } from '../transaction/company-transactions.js';
import type { CompanyRows } from './company-rows.js';
import type { RowsOptions } from './recorded-rows.js';

const options = (wrong: Partial<RowsOptions<CompanyActor, Note>>) => ({ ...notesOptions, ...wrong });
const administered = (wrong: Partial<RowsOptions<CompanyActor, Note, 'operator'>>) => wrong;
const anonymous = { when: () => true, revealedTo: () => false, members: [] };
const lists = (wrong: Partial<ListDeclaration<keyof Note>>) => ({ ...noteLists, ...wrong });

// Each of these names a property that notes do not have; it would be ignored, or a value shown in the audit.
const refused = [
  // @ts-expect-error members whose values are not recorded
  options({ sensitive: ['titel'] }),
  // @ts-expect-error members that are not recorded
  options({ inner: ['titel'] }),
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

// Each of these would let `history` name an author that its type does not know.
const authors = [
  options({ anonymous }),
  administered({ actorSql: "'operator'" }),
  // @ts-expect-error further kinds
  options({ actorSql: "'operator'" }),
  // @ts-expect-error unknown authors
  administered({ anonymous }),
];

// Never called: what a history promises, as far as the kinds of author go.
type History<Further extends string | null> = ReturnType<CompanyRows<Note, CompanyActor, Further>['history']>;
export const promised = (plain: History<null>, ofOperators: History<'operator'>) => {
  const answers: [Promise<ChangePage>, Promise<ChangePage<ChangeActor | 'operator'>>] = [plain, ofOperators];
  // @ts-expect-error the author may be unknown
  const known: Promise<ChangePage<ChangeActor>> = plain;
  // @ts-expect-error the author may be an operator
  const usual: Promise<ChangePage> = ofOperators;
  return [answers, known, usual];
};

it('refuses names that are no properties of the row, and authors that nobody knows, when it compiles', () => {
  expect([refused.length, authors.length]).toEqual([11, 4]);
});
