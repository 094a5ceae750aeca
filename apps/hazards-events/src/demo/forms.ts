import type { DemoEvent } from './events.js';

/** The members that the forms of OSHA, RIDDOR and ESAW ask of an injury. */
export const formsOf = ({ id, daysAway, title }: Pick<DemoEvent, 'id' | 'daysAway' | 'title'>) => ({
  esaw: {
    workstation: '1',
    workingEnvironment: '020',
    workingProcess: '10',
    specificPhysicalActivity: '10',
    agentOfActivity: '11',
    deviation: '40',
    agentOfDeviation: '11',
    contactMode: '40',
    agentOfContact: '14',
  },
  osha: {
    caseNumber: id.slice(0, 8),
    outcome: daysAway > 0 ? 'daysAway' : 'otherRecordable',
    type: 'injury',
    narrativeBefore: 'Cleared spilled stone beside the running conveyor.',
    narrativeWhatHappened: title,
    narrativeInjury: 'Bruised and cut on the arm.',
    narrativeObject: 'A stone from the belt.',
  },
  riddor: {
    accidentKind: 'struckByMovingObject',
    injuredPersonStatus: 'employee',
    enforcingAuthority: 'hse',
    workProcess: 'Quarrying and processing of stone',
  },
});

/** The supervisor saw what happened, and so did a visiting driver. */
export const witnessesOf = ({ supervisorPersonnelId }: Pick<DemoEvent, 'supervisorPersonnelId'>) => [
  {
    personnelId: supervisorPersonnelId,
    associateId: null,
    name: null,
    contact: null,
    statement: 'I stopped the belt at the emergency cord.',
  },
  {
    personnelId: null,
    associateId: null,
    name: 'Driver of a delivery',
    contact: null,
    statement: 'I heard a shout, and saw the belt stop.',
  },
];
