import { describe, expect, it } from '@jest/globals';
import type { HazardStatus } from '@safety/contracts';
import { type StatusChange, withoutDrafts } from './draft-changes.js';

const change = (version: number) => ({
  version,
  operation: 'changed' as const,
  changedAt: new Date(0),
  actor: null,
  changedByUserId: null,
  clientId: null,
  requestId: null,
  members: [
    { member: 'title', from: `title ${version - 1}`, to: `title ${version}`, redacted: false },
    { member: 'status', from: 'a', to: 'b', redacted: false },
  ],
});
/** The titles that are left of each version. */
const shown = (changes: StatusChange[], now: HazardStatus) =>
  withoutDrafts([4, 3, 2, 1].map(change), changes, now).map(({ members: [title] }) => [
    title?.from,
    title?.to,
  ]);

const added: StatusChange = { version: 1, from: null, to: 'draft' };
const submitted: StatusChange = { version: 3, from: 'draft', to: 'pendingApproval' };

describe('recorded changes without drafts', () => {
  it('hide what a draft said until it was submitted, and the status never', () => {
    expect(shown([added, submitted], 'pendingApproval')).toEqual([
      ['title 3', 'title 4'],
      [null, 'title 3'],
      [null, null],
      ['title 0', null],
    ]);
    const [, , first] = withoutDrafts([4, 3, 2, 1].map(change), [added, submitted], 'pendingApproval');
    expect(first?.members).toEqual([
      { member: 'title', from: null, to: null, redacted: true },
      { member: 'status', from: 'a', to: 'b', redacted: false },
    ]);
  });

  it('hide it too when its beginning is gone from the record', () => {
    expect(shown([submitted], 'pendingApproval').slice(1)).toEqual([
      [null, 'title 3'],
      [null, null],
      [null, null],
    ]);
    expect(shown([], 'draft')).toEqual(Array.from({ length: 4 }, () => [null, null]));
  });

  it('hide what a withdrawn hazard said from then on', () => {
    const withdrawn: StatusChange = { version: 3, from: 'pendingApproval', to: 'draft' };
    expect(shown([{ version: 1, from: null, to: 'pendingApproval' }, withdrawn], 'draft')).toEqual([
      [null, null],
      ['title 2', null],
      ['title 1', 'title 2'],
      ['title 0', 'title 1'],
    ]);
  });

  it('hide nothing of a hazard that was never a draft', () => {
    const changes = [4, 3].map(change);
    expect(withoutDrafts(changes, [], 'approved')).toEqual(changes);
  });
});
