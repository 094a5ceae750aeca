import { describe, expect, it } from '@jest/globals';
import { demoPeople, demoQuarries } from '@safety/demo-data';
import { demoActions } from './actions.js';
import { demoEvents } from './events.js';
import { demoHazards } from './hazards.js';

const ofQuarries = ({ companyId }: { companyId: string }) => companyId === demoQuarries.id;
const distinct = (values: unknown[]) => new Set(values).size;
const byId = new Map(demoPeople.map((person) => [person.id, person]));

it.each<[string, { id: string; companyId: string }[], number]>([
  ['hazards', demoHazards, 60],
  ['events', demoEvents, 34],
  ['actions', demoActions('2030-01-01'), 45],
])('the demo has as many %s as the README says', (_, rows, count) => {
  expect(rows.filter(ofQuarries)).toHaveLength(count);
  expect(distinct(rows.map(({ id }) => id))).toBe(rows.length);
});

it('each demo event that waits for actions has one that is open', () => {
  const waiting = demoEvents.filter(({ state }) => state === 'actionsPending');
  const open = demoActions('2030-01-01').filter(({ state }) => state === 'open' || state === 'inProgress');
  expect(waiting.length).toBeGreaterThan(0);
  for (const { id } of waiting) expect(open.map(({ sourceId }) => sourceId)).toContain(id);
});

it.each(['2026-12-01', '2036-12-01'])('on %s some demo actions are late and more are not', (today) => {
  const undone = demoActions(today)
    .filter(ofQuarries)
    .filter(({ state }) => state === 'open' || state === 'inProgress');
  const late = undone.filter(({ dueDate }) => dueDate < today);
  expect(late.length).toBeGreaterThan(0);
  expect(undone.length - late.length).toBeGreaterThan(late.length);
});

describe('demo hazards', () => {
  it('are told apart by title and description', () => {
    expect(distinct(demoHazards.map(({ title }) => title))).toBe(demoHazards.length);
    expect(distinct(demoHazards.map(({ description }) => description))).toBe(demoHazards.length);
  });

  it('were seen over more than half a year, in every band of risk', () => {
    const hazards = demoHazards.filter(ofQuarries);
    expect(distinct(hazards.map(({ identifiedAt }) => identifiedAt.slice(0, 7)))).toBeGreaterThan(6);
    for (const { identifiedAt, dueDate } of hazards) expect(dueDate > identifiedAt.slice(0, 10)).toBe(true);
    const scores = hazards.map(({ initial, residual }) => {
      const { likelihood, severity } = residual ?? initial;
      return likelihood * severity;
    });
    expect(Math.min(...scores)).toBeLessThan(5);
    expect(Math.max(...scores)).toBeGreaterThanOrEqual(16);
  });

  it('were reported by somebody who works there and are cared for by who leads there', () => {
    for (const hazard of demoHazards) {
      const responsible = byId.get(hazard.responsiblePersonnelId);
      const reporter = byId.get(hazard.reportedByPersonnelId ?? '');
      expect(reporter === undefined).toBe(hazard.anonymous);
      if (!reporter) continue;
      expect([reporter.orgStructureId, responsible?.orgStructureId]).toEqual([
        hazard.orgStructureId,
        hazard.orgStructureId,
      ]);
      expect(reporter.lineManagerId).toBe(responsible?.id);
    }
  });
});
