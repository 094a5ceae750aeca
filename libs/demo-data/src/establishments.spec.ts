import { expect, it } from '@jest/globals';
import { establishmentSchema } from '@safety/contracts';
import { demoEstablishments } from './establishments.js';
import { demoPlaces } from './org-structures.js';

it('demo establishments are sites, as the API would take them', () => {
  expect(demoEstablishments.size).toBeGreaterThan(0);
  for (const [id, establishment] of demoEstablishments) {
    expect(demoPlaces.find((place) => place.id === id)?.type).toBe('site');
    expect(establishmentSchema.parse(establishment)).toEqual(establishment);
    for (const { totalHoursWorked } of establishment.years) expect(totalHoursWorked).toBeGreaterThan(0);
  }
});
