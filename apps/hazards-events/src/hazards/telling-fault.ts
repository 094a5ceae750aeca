import type { FieldError } from '@safety/contracts';

/** The error of a record that names an anonymous hazard which its author alone could name. */
export const tellingFault = (pointer: string): FieldError => ({
  pointer,
  code: 'not-allowed',
  detail: 'To name your anonymous hazard before it is approved would tell who reported it.',
});

/** The error of an anonymous hazard that names an event which its author alone could name. */
export const tellingEventFault = (pointer: string): FieldError => ({
  pointer,
  code: 'not-allowed',
  detail: 'To name your own event before it is approved would tell who reported the hazard.',
});
