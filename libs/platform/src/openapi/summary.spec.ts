import { expect, it } from '@jest/globals';
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
  const handler = { name: `${controller.name}.archive`, controller, resource: { one: 'a note' } };
  expect(summaryOf(handler as unknown as HandlerDescription)?.description).toBe(description);
});
