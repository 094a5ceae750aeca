import { demoAssociates, demoPlaces } from '@safety/demo-data';
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

const nobody = { personnelId: null, associateId: null, name: null, contact: null };

/** Somebody of another employer who works at the site of an org structure. */
function associateAt(orgStructureId: string): string | null {
  const pathIds = demoPlaces.find(({ id }) => id === orgStructureId)?.pathIds ?? [];
  const found = demoAssociates.find(({ orgStructureIds }) =>
    orgStructureIds.some((id) => pathIds.includes(id)),
  );
  return found?.id ?? null;
}

/** The supervisor saw what happened, and so did an associate of the site and a visiting driver. */
export function witnessesOf({ supervisorPersonnelId, orgStructureId }: DemoEvent) {
  const associateId = associateAt(orgStructureId);
  return [
    {
      ...nobody,
      personnelId: supervisorPersonnelId,
      statement: 'I stopped the belt at the emergency cord.',
    },
    ...(associateId ? [{ ...nobody, associateId, statement: 'I called the ambulance.' }] : []),
    { ...nobody, name: 'Driver of a delivery', statement: 'I heard a shout, and saw the belt stop.' },
  ];
}
