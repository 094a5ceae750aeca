import { Injectable } from '@nestjs/common';
import { type CompanyContext, covers, type FieldError, reachOf, type SaveAssociate } from '@safety/contracts';
import { namedRows, OrgStructures, referenceFaults } from '@safety/persistence';
import { permissionDenied } from '@safety/platform';
import { JobTitleRows } from '../job-titles/job-titles.rows.js';
import { OrgStructureRows } from '../org-structures/org-structures.rows.js';
import { PersonnelToday } from '../personnel/personnel-today.js';
import type { Associate } from './associate.entity.js';

type References = Pick<SaveAssociate, 'jobTitleId' | 'hostPersonnelId' | 'orgStructureIds'>;
const NEEDED = { see: 'associates.read', write: 'associates.write' } as const;
const NOTHING: References = { jobTitleId: null, hostPersonnelId: null, orgStructureIds: [] };

/** Checks what an associate names. References that it had before may stay, archived ones too. */
@Injectable()
export class AssociateReferences {
  constructor(
    private readonly jobTitles: JobTitleRows,
    private readonly people: PersonnelToday,
    private readonly orgStructures: OrgStructures,
    private readonly places: OrgStructureRows,
  ) {}

  /** Throws 403 unless the caller may write at every org structure of the associate. */
  async authorise(company: CompanyContext, { orgStructureIds }: Associate): Promise<void> {
    const reach = reachOf(company, 'associates.write');
    if (reach === 'everywhere') return;
    const places = await this.orgStructures.find(company.companyId, orgStructureIds);
    const isCovered = (id: string) => covers(reach, places.get(id)?.pathIds ?? []);
    if (orgStructureIds.length === 0) throw permissionDenied('associates.write', 'in the whole company');
    if (!orgStructureIds.every(isCovered)) throw permissionDenied('associates.write');
  }

  async faults(
    company: CompanyContext,
    wanted: References,
    before: References = NOTHING,
  ): Promise<FieldError[]> {
    const known = new Set([before.jobTitleId, before.hostPersonnelId, ...before.orgStructureIds]);
    const { jobTitleId, hostPersonnelId, orgStructureIds } = wanted;
    const added = (members: Parameters<typeof namedRows>[0]) =>
      namedRows(members).filter(({ id }) => !known.has(id));
    const [titles, hosts] = [added({ jobTitleId }), added({ hostPersonnelId })];
    const places = added({ orgStructureIds });
    // A new job title is held: nobody archives it in the same moment.
    const title = titles[0] && (await this.jobTitles.known(company, titles[0].id));
    const archivedTitles = new Map(title && [[title.id, title.archived]]);
    const hostIds = hosts.map(({ id }) => id);
    if (hosts.length > 0) await this.people.begin(company);
    if (places.length > 0) await this.places.takeTurns(company, 'together');
    return [
      ...needsOrgStructure(company, orgStructureIds),
      ...(await this.orgStructures.faultsOfAll(company, places, NEEDED)),
      ...referenceFaults('job title', titles, archivedTitles),
      ...referenceFaults('person', hosts, await this.people.archivedById(company, hostIds)),
    ];
  }
}

/**
 * An associate of no org structure would be out of sight at once of a caller whose role counts at some alone.
 */
const needsOrgStructure = (company: CompanyContext, orgStructureIds: string[]): FieldError[] =>
  orgStructureIds.length > 0 || reachOf(company, 'associates.write') === 'everywhere'
    ? []
    : [
        {
          pointer: '/orgStructureIds',
          code: 'required',
          detail: 'Your role counts at some org structures alone.',
        },
      ];
