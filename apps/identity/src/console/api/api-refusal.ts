import { type Problem, type ProblemCode, problems } from '@safety/contracts';
import { ProblemError } from '@safety/platform';

/** A service did not do what the user asked for, and told why. */
export class ApiRefusal extends ProblemError {
  constructor(problem: Partial<Problem>, status: number) {
    const { detail, errors, requiredPermission, references } = problem;
    super(codeOf(problem.code, status), {
      ...(detail !== undefined && { detail }),
      ...(errors && { errors }),
      extensions: {
        ...(requiredPermission !== undefined && { requiredPermission }),
        ...(references && { references }),
      },
    });
    this.name = 'ApiRefusal';
  }
}

/** A newer service may know more codes than this one. */
function codeOf(code: string | undefined, status: number): ProblemCode {
  if (code !== undefined && Object.hasOwn(problems, code)) return code as ProblemCode;
  return status === 403 ? 'permission-denied' : status === 404 ? 'not-found' : 'bad-request';
}

/** Whether a list cannot be read with these parameters: a search that is too short, a cursor that is over. */
export const isWrongQuery = (error: unknown): boolean =>
  error instanceof ApiRefusal && (error.status === 400 || error.status === 410);
