import type { Report } from '../report.js';
import { administrator } from './administrator.js';
import { eventManager } from './event-manager.js';
import { hazardManager } from './hazard-manager.js';
import { personnelManager } from './personnel-manager.js';
import { doorOf, type RoleJourney } from './role-journey.js';
import { trainingManager } from './training-manager.js';

/** The journey of each role, in the order in which `pnpm demo` walks them. */
const roleJourneys: RoleJourney[] = [
  hazardManager,
  eventManager,
  trainingManager,
  personnelManager,
  administrator,
];

/** Walks the journey of each role through the public door. Throws when an answer is not what is promised. */
export async function walkRoleJourneys({ url, report }: { url: string; report: Report }): Promise<void> {
  for (const { title, walk } of roleJourneys) {
    report('');
    report(title);
    await walk(doorOf(url, report));
    report(`Done: ${title}`);
  }
}
