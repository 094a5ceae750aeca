const ROUTINE = /^\/(health|internal)\//;

/** Probes and what services ask each other all the time: nothing that the log or anybody need notice. */
export const isRoutine = (url: string): boolean => ROUTINE.test(url);
