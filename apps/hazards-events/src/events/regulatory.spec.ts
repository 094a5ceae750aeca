import { describe, expect, it } from '@jest/globals';
import { type EventGroup, saveEventGroupSchema } from '@safety/contracts';
import { regulatoryOf } from './regulatory.js';

const occurredAt = new Date('2026-03-01T00:00:00Z');
const group = ({ personType = 'employee', ...changes }: Partial<EventGroup>): EventGroup => ({
  ...saveEventGroupSchema.parse({ groupType: 'injury', personInjuredName: 'A', ...changes }),
  personType,
  id: '0190f3c2-0000-7000-8000-000000000000',
});
const hours = (count: number) => new Date(occurredAt.getTime() + count * 60 * 60 * 1000);
const days = (count: number) => hours(count * 24);

describe('the regulatory proposals', () => {
  it.each<[string, object, object]>([
    [
      'first aid',
      { outcome: 'firstAidOnly' },
      { oshaRecordable: false, riddorReportable: false, reportDueAt: null },
    ],
    ['medical treatment', { outcome: 'medicalTreatment' }, { oshaRecordable: true, riddorReportable: false }],
    ['restricted work', { daysRestricted: 1 }, { oshaRecordable: true, riddorCategory: null }],
    ['three days', { daysAway: 3 }, { oshaRecordable: true, riddorCategory: null }],
    [
      'four days',
      { daysAway: 2, daysRestricted: 2 },
      { riddorCategory: 'overThreeDayRecordOnly', riddorReportable: false },
    ],
    ['seven days', { daysAway: 7 }, { riddorCategory: 'overThreeDayRecordOnly', reportDueAt: null }],
    [
      'eight days',
      { daysAway: 8 },
      { riddorCategory: 'overSevenDay', riddorReportable: true, reportDueAt: days(15) },
    ],
    [
      'a fatality',
      { outcome: 'fatality' },
      { riddorCategory: 'death', riddorReportable: true, reportDueAt: hours(8) },
    ],
    ['an in-patient', { hospitalizedInPatient: true }, { oshaRecordable: true, reportDueAt: hours(24) }],
    [
      'a visitor in hospital',
      { personType: 'visitor', treatedInEmergencyRoom: true },
      { oshaRecordable: false, riddorCategory: 'nonWorkerHospital', reportDueAt: days(10) },
    ],
    ['a visitor at home', { personType: 'memberOfPublic', daysAway: 9 }, { riddorReportable: false }],
    [
      'a dangerous occurrence',
      { groupType: 'dangerousOccurrence' },
      { riddorCategory: 'dangerousOccurrence', reportDueAt: days(10) },
    ],
    [
      'property',
      { groupType: 'propertyDamage', daysAway: 9 },
      { oshaRecordable: false, riddorCategory: null },
    ],
    [
      'a person who decided: not recordable',
      { daysAway: 9, osha: { recordable: false } },
      { oshaRecordable: false },
    ],
    ['a person who decided: recordable', { osha: { recordable: true } }, { oshaRecordable: true }],
    ['a column of Form 300', { osha: { outcome: 'otherRecordable' } }, { oshaRecordable: true }],
    [
      'a column of Form 300 of a case that is not recordable',
      { osha: { outcome: 'death', recordable: false } },
      { oshaRecordable: false, reportDueAt: null },
    ],
    ['a death by Form 300', { osha: { outcome: 'death' } }, { oshaRecordable: true, reportDueAt: hours(8) }],
    [
      'a person who decided: not reportable',
      { daysAway: 9, riddor: { reportable: false } },
      { riddorReportable: false, riddorCategory: null, reportDueAt: null },
    ],
    [
      'a category of what is not reportable',
      { riddor: { category: 'specifiedInjury', reportable: false } },
      { riddorReportable: false, riddorCategory: null, reportDueAt: null },
    ],
    [
      'four days that are not reportable',
      { daysAway: 4, riddor: { reportable: false } },
      { riddorReportable: false, riddorCategory: 'overThreeDayRecordOnly' },
    ],
    [
      'a category that a person chose',
      { riddor: { category: 'specifiedInjury' } },
      { riddorCategory: 'specifiedInjury', reportDueAt: days(10) },
    ],
  ])('%s', (_, changes, expected) => {
    expect(regulatoryOf([group(changes)], occurredAt)).toMatchObject(expected);
  });

  it('a report is due until it was made; one of another group, or of OSHA, goes on being due', () => {
    const reported = { riddor: { reportedAt: '2026-03-04T00:00:00.000Z' } as EventGroup['riddor'] };
    const dueOf = (...groups: EventGroup[]) => regulatoryOf(groups, occurredAt).reportDueAt;
    const dangerous = { groupType: 'dangerousOccurrence' } as const;
    expect(dueOf(group({ ...dangerous, ...reported }))).toBeNull();
    expect(dueOf(group({ ...dangerous, ...reported }), group({ daysAway: 9 }))).toEqual(days(15));
    expect(dueOf(group({ ...dangerous, ...reported }), group(dangerous))).toEqual(days(10));
    expect(dueOf(group({ outcome: 'fatality', ...reported }))).toEqual(hours(8));
    expect(regulatoryOf([group({ daysAway: 9, ...reported })], occurredAt)).toMatchObject({
      riddorReportable: true,
      riddorCategory: 'overSevenDay',
    });
  });

  it('the category is that of a group that is reportable', () => {
    const groups = [
      group({ riddor: { reportable: false, category: 'specifiedInjury' } as EventGroup['riddor'] }),
      group({ daysAway: 9 }),
    ];
    expect(regulatoryOf(groups, occurredAt)).toMatchObject({
      riddorReportable: true,
      riddorCategory: 'overSevenDay',
      reportDueAt: days(15),
    });
  });

  it('the most serious category and the earliest time count', () => {
    const groups = [
      group({ daysAway: 8 }),
      group({ outcome: 'fatality' }),
      group({ outcome: 'firstAidOnly' }),
    ];
    expect(regulatoryOf(groups, occurredAt)).toMatchObject({
      riddorCategory: 'death',
      reportDueAt: hours(8),
    });
  });
});
