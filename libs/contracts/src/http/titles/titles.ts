import type { ProblemCode } from '../problem.js';

/** The title of each problem in one language. */
export type Titles = Readonly<Record<ProblemCode, string>>;
