import { expect, it } from '@jest/globals';
import { signInEmailSchema } from './sign-in-email.js';

const MARKS = '\u0344\u0316';

it.each(['ivan@пример.рф/path', 'ivan@пример.рф:25', 'ivan@%D0%BF.рф', 'ivan@xn--a.рф', 'иван@пример.рф'])(
  'no address: %s',
  (text) => {
    expect(signInEmailSchema.safeParse(text).success).toBe(false);
  },
);

it('an address that is too long is refused unread', () => {
  const { error } = signInEmailSchema.safeParse(`a${MARKS.repeat(250_000)}@b.cd`);
  expect(error?.issues).toContainEqual(expect.objectContaining({ code: 'too_big', maximum: 254 }));
});
