export const eventTypes = [
  'accident',
  'occupationalIllness',
  'nearMiss',
  'dangerousOccurrence',
  'propertyDamage',
  'environmental',
  'fire',
  'security',
  'vehicle',
  'violence',
  'observation',
] as const;

/** The least first. */
export const severities = ['negligible', 'minor', 'moderate', 'major', 'catastrophic'] as const;
export type Severity = (typeof severities)[number];

export const eventStatuses = [
  'pendingApproval',
  'changesRequested',
  'rejected',
  'open',
  'underInvestigation',
  'actionsPending',
  'closed',
] as const;
export type EventStatus = (typeof eventStatuses)[number];

/** The statuses of an event that counts. */
export const approvedEventStatuses = ['open', 'underInvestigation', 'actionsPending', 'closed'] as const;

export const groupTypes = [
  'injury',
  'illness',
  'nearMiss',
  'dangerousOccurrence',
  'propertyDamage',
  'environmental',
  'vehicle',
  'fire',
  'security',
  'other',
] as const;

export const personTypes = [
  'employee',
  'contractor',
  'agencyWorker',
  'selfEmployed',
  'visitor',
  'memberOfPublic',
  'volunteer',
] as const;

export const bodySides = ['left', 'right', 'both', 'notApplicable'] as const;
export const treatments = [
  'none',
  'firstAid',
  'medicalTreatment',
  'emergencyRoom',
  'hospitalInpatient',
] as const;

export const outcomes = [
  'noInjury',
  'firstAidOnly',
  'medicalTreatment',
  'restrictedOrTransferred',
  'daysAway',
  'permanentDisability',
  'fatality',
] as const;

export const investigationMethods = ['fiveWhys', 'fishbone', 'icam', 'tapRoot', 'bowTie', 'other'] as const;
export const causeCategories = [
  'people',
  'equipment',
  'environment',
  'procedure',
  'management',
  'training',
  'other',
] as const;

export const environmentalUnits = ['kg', 'l', 'm3'] as const;
export const environmentalMedia = ['air', 'water', 'soil'] as const;
