import { randomUUID } from 'node:crypto';
import type { TestCaller } from '@safety/testing';

/** The body of an associate of the whole company. */
export const associate = (changes: object = {}) => ({
  firstName: 'Conor',
  lastName: 'Daly',
  associateType: 'contractor',
  employerName: 'Daly Drilling',
  ...changes,
});

/** Adds an associate and resolves with the answer's body. */
export const addAssociate = async (caller: TestCaller, changes: object = {}) =>
  (await caller.post('/associate', associate(changes))).body;

/** Adds a job title and resolves with the answer's body. */
export const addJobTitle = async (caller: TestCaller, changes: object = {}) =>
  (await caller.post('/associate/jobtitle', { name: `Driller ${randomUUID()}`, ...changes })).body;
