import { expect, it } from '@jest/globals';
import { z } from 'zod';
import type { HandlerDescription } from './handlers.js';
import { summaryOf } from './summary.js';

class Kept {
  archive(): void {}
}
class Restorable extends Kept {
  restore(): void {}
}

it.each([
  [Kept, 'Takes the note out of the lists; a second time changes nothing.'],
  [Restorable, 'Takes the note out of the lists until a restore; a second time changes nothing.'],
])('%p: the words of its archive promise a restore where there is one', (controller, description) => {
  const handler = { name: `${controller.name}.archive`, controller, resource: { one: 'a note' }, takes: {} };
  expect(summaryOf(handler as unknown as HandlerDescription)?.description).toBe(description);
});

it.each([
  [z.object({ cursor: z.string() }), 'One page of the notes that the caller may see.'],
  [z.object({}), 'All notes that the caller may see.'],
])('the words of a list speak of pages where there are some', (query, description) => {
  const handler = {
    name: 'Kept.list',
    controller: Kept,
    resource: { many: 'notes', one: '' },
    takes: { query },
  };
  expect(summaryOf(handler as unknown as HandlerDescription)?.description).toBe(description);
});
