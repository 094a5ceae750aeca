export const hazardTypes = [
  'physical',
  'chemical',
  'biological',
  'ergonomic',
  'mechanical',
  'electrical',
  'fireExplosion',
  'slipTripFall',
  'workAtHeight',
  'manualHandling',
  'vehicleTransport',
  'psychosocial',
  'environmental',
  'security',
  'other',
] as const;

/** ISO 45003. */
export const psychosocialFactors = ['workOrganisation', 'socialFactors', 'workEnvironment'] as const;

export const observationKinds = [
  'unsafeCondition',
  'unsafeAct',
  'designDefect',
  'housekeeping',
  'equipmentFailure',
  'other',
] as const;

export const personsAtRisk = [
  'employees',
  'contractors',
  'visitors',
  'public',
  'youngPersons',
  'expectantMothers',
  'loneWorkers',
] as const;

/** The hierarchy of controls, strongest first. */
export const controlTypes = ['elimination', 'substitution', 'engineering', 'administrative', 'ppe'] as const;
export const controlEffectiveness = ['effective', 'partiallyEffective', 'ineffective'] as const;

export const hazardStatuses = [
  'draft',
  'pendingApproval',
  'changesRequested',
  'approved',
  'rejected',
  'closed',
] as const;
export type HazardStatus = (typeof hazardStatuses)[number];

/** The statuses in which the working copy is what was approved. */
export const approvedHazardStatuses = ['approved', 'closed'] as const satisfies HazardStatus[];

export const closureReasons = ['eliminated', 'controlledAlarp', 'duplicate', 'notAHazard'] as const;
