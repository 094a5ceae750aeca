import type { PlaceKind } from '@safety/demo-data';

/** Two lines each: type, actual and potential severity, days away and title; what happened. */
export const happened: Partial<Record<PlaceKind, string>> = {
  extraction: `
    nearMiss minor major 0 Rock fell beside a loading excavator
      A block of a tonne came down from the face while the driver was loading.
    accident moderate major 12 Ankle broken on the haul road
      A driver stepped from the cab into a rut and broke the left ankle.
    vehicle minor moderate 0 Haul truck slid into the bund
      On wet clay the truck did not stop and came to rest against the bund.
    dangerousOccurrence minor catastrophic 0 Fly rock beyond the exclusion zone
      Stones of the blast landed forty metres outside the cleared area.
    environmental minor moderate 0 Diesel spilled at the mobile tank
      About sixty litres ran into the gravel before the valve was closed.`,
  crushing: `
    accident major catastrophic 34 Hand caught in the return roller
      An operator cleared spillage at the running belt and was pulled in.
    accident minor moderate 2 Splinter in the eye at the jaw crusher
      A splinter flew under the visor while a blockage was broken by hammer.
    nearMiss negligible major 0 Belt started during cleaning
      The local stop had been released before everyone had left the belt.
    occupationalIllness moderate moderate 6 Hearing loss found at the check-up
      The yearly test shows a shift in both ears since the year before.
    fire minor major 0 Smoke from the drive of belt 2
      A bearing ran hot; dust on it began to smoulder and was put out by hand.`,
  workshop: `
    accident minor minor 1 Burn at the parts washer
      Hot cleaner splashed over the glove when the lid was opened.
    propertyDamage minor moderate 0 Jack slipped under a loader
      The loader dropped a hand's width; the fender and the jack are bent.
    nearMiss negligible moderate 0 Sling found torn before the lift
      The sling had no tag and tore by hand at the edge.`,
  loading: `
    accident moderate moderate 9 Back strained at the chute
      A loader freed a stuck flap with a bar and felt a pain in the back.
    vehicle minor major 0 Truck rolled at the ramp
      The driver had left the cab without the parking brake.`,
  weighbridge: `
    violence minor moderate 0 Driver threatened the clerk
      After a refused load a driver shouted and struck the window.`,
  stores: `
    observation negligible minor 0 Fire door held open by a pallet
      The door to the gas store could not close during the delivery.`,
  foundry: `
    accident moderate major 15 Metal splashed over a boot
      Moisture in the mould threw metal onto the left foot.
    nearMiss negligible major 0 Ladle chain found cracked
      The crack was seen before the shift lifted the first ladle.`,
  assembly: `
    accident minor minor 0 Finger cut at the saw
      The guard was not set to the height of the profile.`,
};
