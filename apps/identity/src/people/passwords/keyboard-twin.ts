const CYRILLIC = 'йцукенгшщзхъфывапролджэячсмитьбю';
const LATIN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const latinOf = new Map([...CYRILLIC].map((letter, index) => [letter, LATIN[index] ?? letter]));

/**
 * The same keys on a Latin keyboard: `йцукен` is typed like `qwerty`, and `пароль` like `gfhjkm`, which lists
 * of common passwords know. Other scripts stay.
 */
export const keyboardTwin = (password: string): string =>
  [...password.toLowerCase()].map((letter) => latinOf.get(letter) ?? letter).join('');
