import type { controlTypes, observationKinds, personsAtRisk } from '@safety/contracts';
import type { HazardType } from './observations.js';

/** The usual content of a type of hazard. */
export interface Measures {
  observationKind: (typeof observationKinds)[number];
  personsAtRisk: (typeof personsAtRisk)[number][];
  /** The control there is already. */
  control: { description: string; controlType: (typeof controlTypes)[number] };
}

const measures: Partial<Record<HazardType, Measures>> = {
  vehicleTransport: {
    observationKind: 'unsafeCondition',
    personsAtRisk: ['employees', 'contractors', 'visitors'],
    control: { description: 'Speed limit and right of way are signposted.', controlType: 'administrative' },
  },
  mechanical: {
    observationKind: 'equipmentFailure',
    personsAtRisk: ['employees'],
    control: {
      description: 'Guards and stops are inspected once a week.',
      controlType: 'engineering',
    },
  },
  workAtHeight: {
    observationKind: 'designDefect',
    personsAtRisk: ['employees', 'contractors'],
    control: { description: 'Harnesses are issued and checked.', controlType: 'ppe' },
  },
  slipTripFall: {
    observationKind: 'housekeeping',
    personsAtRisk: ['employees', 'visitors'],
    control: { description: 'Walkways are cleaned at the end of each shift.', controlType: 'administrative' },
  },
  physical: {
    observationKind: 'unsafeCondition',
    personsAtRisk: ['employees', 'contractors'],
    control: { description: 'Protective equipment is worn in marked areas.', controlType: 'ppe' },
  },
};

const otherwise: Measures = {
  observationKind: 'unsafeCondition',
  personsAtRisk: ['employees'],
  control: { description: 'The crew was told at the start of the shift.', controlType: 'administrative' },
};

export const measuresFor = (type: HazardType): Measures => measures[type] ?? otherwise;
