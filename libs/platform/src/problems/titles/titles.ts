import type { ProblemCode } from '@safety/contracts';

/** The title of each problem in one language. */
export type Titles = Readonly<Record<ProblemCode, string>>;
