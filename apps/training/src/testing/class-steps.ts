import type { ClassStatus } from '@safety/contracts';
import type { Answer, RequestOptions, TestCaller } from '@safety/testing';

/** The steps that lead a new class to each status. */
export const waysToClass: Record<ClassStatus, string[]> = {
  scheduled: [],
  inProgress: ['start'],
  completed: ['start', 'complete'],
  cancelled: ['cancel'],
};

export const stepClass = (
  caller: TestCaller,
  id: string,
  transition: string,
  options?: RequestOptions,
): Promise<Answer> => {
  const body = { transition, ...(transition === 'cancel' && { reason: 'The instructor is ill.' }) };
  return caller.post(`/classes/${id}/transitions`, body, options);
};
