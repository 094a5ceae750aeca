import { z } from 'zod';
import { line, optional, paragraph } from '../http/text.js';
import { dateTimeSchema } from '../http/time.js';

/** OSHA Form 300, columns G to J. */
export const oshaOutcomes = ['death', 'daysAway', 'transferRestriction', 'otherRecordable'] as const;
/** OSHA Form 300, column M. */
export const oshaTypes = [
  'injury',
  'skinDisorder',
  'respiratory',
  'poisoning',
  'hearingLoss',
  'allOther',
] as const;

const narrative = (question: string) => optional(paragraph(2000)).describe(question);

/** A case as OSHA's Forms 300 and 301 ask for it (29 CFR 1904). */
export const oshaSchema = z.strictObject({
  recordable: optional(z.boolean()).describe('Decided by a person; null: as proposed by `regulatory`.'),
  caseNumber: optional(line(20)),
  privacyCase: z.boolean().default(false).describe('The log shows no name (29 CFR 1904.29).'),
  outcome: optional(z.enum(oshaOutcomes)).describe(
    'Form 300, columns G to J. With one the case is recordable, unless `recordable` is false.',
  ),
  type: optional(z.enum(oshaTypes)),
  logDescription: optional(line(255)).describe(
    'Form 300, column F: injury, part of body, object that harmed. Proposed from the labels of the codes, in ' +
      'English where a listed code has none in the event.',
  ),
  narrativeBefore: narrative('Form 301, field 14: what the person was doing before.'),
  narrativeWhatHappened: narrative('Form 301, field 15: what happened.'),
  narrativeInjury: narrative('Form 301, field 16: the injury or illness.'),
  narrativeObject: narrative('Form 301, field 17: the object or substance that harmed.'),
});

/** The most serious first (RIDDOR 2013, regulations 4 to 12). */
export const riddorCategories = [
  'death',
  'specifiedInjury',
  'nonWorkerHospital',
  'dangerousOccurrence',
  'gasIncident',
  'disease',
  'overSevenDay',
  'overThreeDayRecordOnly',
] as const;
export type RiddorCategory = (typeof riddorCategories)[number];

/** The sixteen kinds of accident of HSE's form F2508. */
export const accidentKinds = [
  'machineryContact',
  'struckByMovingObject',
  'struckByVehicle',
  'struckAgainstFixed',
  'handlingLiftingCarrying',
  'slipTripFallSameLevel',
  'fallFromHeight',
  'trappedByCollapse',
  'drownedOrAsphyxiated',
  'harmfulSubstance',
  'fire',
  'explosion',
  'electricity',
  'animal',
  'assault',
  'other',
] as const;

export const injuredPersonStatuses = [
  'employee',
  'trainee',
  'workExperience',
  'otherEmployer',
  'selfEmployed',
  'memberOfPublic',
] as const;

export const enforcingAuthorities = ['hse', 'localAuthority', 'orr'] as const;

/** An incident as its report to the enforcing authority describes it (RIDDOR 2013). */
export const riddorSchema = z.strictObject({
  reportable: optional(z.boolean()).describe('Decided by a person; null: as proposed by `regulatory`.'),
  category: optional(z.enum(riddorCategories)).describe(
    'Decided by a person; null: as proposed by `regulatory`. Counts for nothing where `reportable` is false, but ' +
      'for overThreeDayRecordOnly.',
  ),
  accidentKind: optional(z.enum(accidentKinds)),
  injuredPersonStatus: optional(z.enum(injuredPersonStatuses)),
  enforcingAuthority: optional(z.enum(enforcingAuthorities)),
  workProcess: optional(line(200)),
  reportedAt: optional(dateTimeSchema.transform((instant) => instant.toISOString())).describe(
    'Not before `occurredAt`, and at most five minutes from now, unless it stays as it is.',
  ),
  reportReference: optional(line(100)),
});
