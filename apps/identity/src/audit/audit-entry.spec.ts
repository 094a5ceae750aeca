import { describe, expect, it } from '@jest/globals';
import { recordOf } from './audit-entry.js';

const detailOf = (value: string | string[]) =>
  recordOf({ type: 'client-changed', details: { value } }).details['value'];

describe('the record of an entry', () => {
  it.each([
    ['as long as it may be', 'x'.repeat(300), 'x'.repeat(300)],
    ['one longer', 'x'.repeat(301), `${'x'.repeat(299)}…`],
    ['cut within a character', `${'x'.repeat(298)}😀😀`, `${'x'.repeat(298)}\ufffd…`],
    ['half a character', 'a\ud83d', 'a\ufffd'],
    ['control characters', 'a\u0000b\u001bc\u009bd', 'a b c d'],
    ['nothing', '', null],
  ])('keeps a text that can be stored, and says what was cut: %s', (_, given, kept) => {
    expect(detailOf(given)).toBe(kept);
    expect(recordOf({ type: 'refused', reason: given }).reason).toBe(kept);
  });

  it('keeps twenty of a list, and says when there were more', () => {
    const list = Array.from({ length: 21 }, (_, index) => `scope ${index}`);
    expect(detailOf(list.slice(0, 20))).toEqual(list.slice(0, 20));
    expect(detailOf(list)).toEqual([...list.slice(0, 20), '…']);
    expect(detailOf(['x'.repeat(301)])).toEqual([`${'x'.repeat(299)}…`]);
  });
});
