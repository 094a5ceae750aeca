import type { z } from 'zod';
import { refusing } from '../http/fault.js';

interface HazardMembers {
  hazardType: string;
  psychosocialFactor: string | null;
  latitude: number | null;
  longitude: number | null;
  reportedByPersonnelId?: string | null | undefined;
  reportedByAssociateId: string | null | undefined;
  reportedByName: string | null | undefined;
}

/** The rules of a hazard that concern more than one member. */
export function hazardRules(hazard: HazardMembers, context: z.RefinementCtx): void {
  const refuse = refusing<keyof HazardMembers>(context);

  if (hazard.psychosocialFactor !== null && hazard.hazardType !== 'psychosocial') {
    refuse('psychosocialFactor', 'not-allowed', 'Only a psychosocial hazard has one.');
  }
  if ((hazard.latitude === null) !== (hazard.longitude === null)) {
    const missing = hazard.latitude === null ? 'latitude' : 'longitude';
    refuse(missing, 'required', 'Give both latitude and longitude, or neither.');
  }
  const reporters = (['reportedByPersonnelId', 'reportedByAssociateId', 'reportedByName'] as const).filter(
    (member) => typeof hazard[member] === 'string',
  );
  for (const member of reporters.slice(1)) refuse(member, 'mutually-exclusive', 'Name at most one reporter.');
}
