import type { PlaceKind } from '@safety/demo-data';

/** Two lines each: type, likelihood x severity and title; what was seen. */
export const observed: Partial<Record<PlaceKind, string>> = {
  extraction: `
    vehicleTransport 4x4 Blind bend on the haul road
      The stockpile hides loaded trucks that come down from the face.
    workAtHeight 3x5 Edge protection missing above the third bench
      The bund was pushed over by a loader and twelve metres of the edge lie open.
    physical 3x5 Loose rock above the loading area
      Last week's blast left an overhang under which excavators load.
    fireExplosion 2x5 Misfired hole not marked after the blast
      One hole of the last row did not fire; its flag was washed away by rain.
    vehicleTransport 3x5 Tipping edge without a stop block
      Trucks reverse to the edge of the waste tip by eye alone.
    mechanical 3x4 Drill rig runs with its guard tied back
      The guard around the rotating rods is tied back with a rope to save time.
    physical 4x3 Silica dust at the drill rig
      The dust collector is full, and the crew works in the plume.
    physical 4x3 Loud cab of the old excavator
      The door seal is torn; the operator hears more than 88 decibels over the shift.
    slipTripFall 3x3 Ice on the path to the magazine
      Water from the slope freezes across the path before the early shift.
    environmental 3x3 Muddy water runs to the stream
      The settling pond is full, and rain washes fines over its wall.
    vehicleTransport 3x4 Worn brakes on haul truck 7
      The truck needs twice the usual way to stop on the wet ramp.
    psychosocial 3x3 Long nights without a relief driver
      Two drivers share a crew of three, and breaks fall away on most nights.
    other 2x4 No radio contact in the lower pit
      Hand radios find no signal below the second bench.
    biological 2x3 Wasps nest in the blasting shelter
      The entrance cannot be used without passing the nest.`,
  crushing: `
    mechanical 4x5 Unguarded conveyor tail drum
      The guard at the tail drum was taken off for cleaning and not put back.
    workAtHeight 3x5 Handrail missing on the crusher platform
      One section of handrail is missing; the drop is four metres.
    mechanical 3x5 Emergency pull cord slack on belt 4
      The cord can be pulled by a metre before the belt stops.
    physical 5x3 Dust from the secondary screen
      The water spray is blocked, and dust stands in the whole screen house.
    physical 4x3 Noise beside the cone crusher
      Hearing protection signs are gone, and people talk there in their breaks.
    slipTripFall 4x3 Spillage on the walkway of belt 2
      Stones lie ankle deep where people check the rollers.
    electrical 3x4 Switchgear cabinet stands open
      The lock is broken, and dust lies on the live parts.
    mechanical 3x5 Blockage cleared without isolation
      Crews break up a blocked feed by hand while the crusher can still start.
    workAtHeight 3x4 Screen meshes changed without a harness
      There is no anchor point within reach of the upper deck.
    ergonomic 4x2 Liner plates lifted by hand
      Plates of forty kilograms are carried up the stairs, since the hoist is out of order.
    fireExplosion 2x4 Rubber waste beside the welding bay
      Old belts lie within two metres of the hot work.
    vehicleTransport 3x4 Loader and walkers share the feed hopper ramp
      The marked walkway ends at the ramp, and people go on along the loader's way.`,
  workshop: `
    slipTripFall 4x2 Spilled oil on the walkway
      Hydraulic oil covers two metres of the walkway beside the pit.
    mechanical 3x4 Tyre inflated without a cage
      The cage stands behind pallets; fitters inflate truck tyres in the open.
    chemical 3x3 Unlabelled drums in the paint store
      Three drums stand in the store without a label or data sheet.
    electrical 3x4 Damaged lead on the angle grinder
      The outer sheath is cut, and copper can be seen.
    manualHandling 4x3 Batteries lifted out by one person
      Truck batteries weigh more than fifty kilograms, and the crane is reserved for engines.
    fireExplosion 2x5 Gas bottles stored beside the heater
      Two acetylene bottles stand upright, unchained, a metre from the heater.
    mechanical 2x5 Axle stands without a load mark
      Nobody can tell what the four oldest stands carry.
    chemical 3x2 No extraction over the parts washer
      Solvent can be smelled in the whole bay by noon.`,
  weighbridge: `
    electrical 3x4 Damaged cable at the weighbridge
      The supply cable crosses the lane, and lorries have cut its sheath.
    vehicleTransport 4x4 Drivers leave their cabs on the scale
      They walk between waiting lorries to sign the ticket at the window.
    psychosocial 3x2 Threats at the dispatch window
      Drivers who wait for more than an hour shout at the clerks.
    ergonomic 4x2 Screen glare at the dispatch desk
      The low sun makes clerks lean forward for most of the afternoon.`,
  quarry: `
    vehicleTransport 3x4 Visitors' cars park beside the haul road
      The car park is full by eight, and cars stand where trucks turn.
    security 3x3 Hole in the fence by the old face
      Children's tracks lead from the gap to the water.
    slipTripFall 3x2 Broken step at the canteen
      The second step tilts when it is stepped on at its edge.
    fireExplosion 2x4 Fire door wedged open in the office
      A chair holds the door to the archive open all day.
    biological 2x4 Warm water in unused showers
      The showers of the old changing room have not run for months.
    other 2x3 First-aid box without eye wash
      Both bottles are past their date.`,
  depot: `
    vehicleTransport 3x4 Reversing lorries cross the footpath
      The only way from the gate to the office leads behind the loading bays.
    security 2x3 Gate camera shows nothing at night
      The lamp above the gate failed, and the guard sees the road only.
    environmental 2x4 Diesel tank without a bund
      The spare tank stands on open gravel ten metres from the quay.`,
  loading: `
    physical 2x5 Quay edge without life-saving gear
      The ring and its line are missing on the northern hundred metres.
    mechanical 2x5 Worn rope on the mobile crane
      More than ten wires are broken within one lay length.
    workAtHeight 3x4 Hatch covers walked without a rail
      Crew step along the coaming to guide the chute.
    vehicleTransport 4x4 Loader works among people on the stockpile
      Samplers walk onto the pile while the loader feeds the belt.
    physical 3x3 Dust blows to the neighbouring berth
      Loading goes on in strong wind with the chute half lowered.`,
  stores: `
    mechanical 3x4 Bent upright on pallet rack C
      A forklift hit the rack, and the beam above is still loaded.
    manualHandling 3x2 Heavy bearings on the top shelf
      Boxes of thirty kilograms are taken down from above the head.
    chemical 2x4 Acid and bleach on one shelf
      Both leak from old caps into the same tray.`,
  office: `
    psychosocial 3x2 Month-end work far into the night
      Payroll is done by one person, who stays past midnight on three days of the month.
    electrical 2x3 Extension leads chained under the desks
      Three leads in a row feed a heater and two printers.
    slipTripFall 3x2 Loose carpet at the top of the stairs
      Its edge lifts where people turn to the meeting room.`,
  safety: `
    ergonomic 3x2 Audit work on laptops in the car
      Advisers write their reports on the passenger seat between two sites.
    other 2x3 Lone site visits without a check call
      Nobody notices when an adviser does not come back from the old face.`,
  foundry: `
    physical 3x5 Splashing metal at the pouring line
      The screen at the second mould has been away for repair since May.
    chemical 3x4 Fumes under the ladle hood
      The fan turns at half speed, and the hood fills during a pour.
    physical 4x3 Heat at the furnace door
      Operators stay there for the whole shift without a cool place to rest.
    fireExplosion 2x5 Wet scrap in the charging bay
      Rain comes through the roof onto scrap that goes into the melt.`,
  assembly: `
    mechanical 3x4 Light curtain of the press bypassed
      A magnet keeps the sensor closed during setting and stays in place afterwards.
    manualHandling 4x2 Gear housings turned by hand
      The turning fixture is used for another product.
    electrical 2x4 Test bench without a residual current device
      The supply was moved for the new line and not checked.
    slipTripFall 3x2 Air hoses across the aisle
      Two hoses lie where the trolleys pass.`,
};
