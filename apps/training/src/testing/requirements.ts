import type { TrainingRequirementsState } from '@safety/contracts';
import { CompanyTransactions } from '@safety/persistence';
import type { TestApi } from '@safety/testing';
import { Requirements } from '../read-models/requirements.js';
import { day, type TestPlace } from './training-under-test.js';

type Requirement = TrainingRequirementsState['requirements'][number];
export type WantedRequirement = Partial<Requirement> & Pick<Requirement, 'courseId'>;

let version = 0;

/** Publishes the requirements of an org structure item from now on, as personnel-org does. */
export async function addRequirement(
  api: TestApi,
  companyId: string,
  { itemId }: TestPlace,
  requirements: WantedRequirement[],
): Promise<void> {
  version += 1;
  const state: TrainingRequirementsState = {
    itemId,
    version,
    itemName: `Item ${itemId.slice(0, 4)}`,
    archived: false,
    requirements: requirements.map((wanted) => ({
      requirement: 'mandatory',
      jobTitles: [],
      graceDays: 0,
      effectiveFrom: day(-30),
      ...wanted,
    })),
  };
  const known = api.app.get(Requirements);
  await api.app.get(CompanyTransactions).run(companyId, () => known.keep(companyId, state));
}
