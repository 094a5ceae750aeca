/** An object that may be null, or a list of objects, which examples have all the same. */
export const FILLED = Symbol('filled');
