import { Injectable } from '@nestjs/common';
import {
  type ChangeOperation,
  type CompanyContext,
  type HierarchyQuery,
  mayAnywhere,
  type OrgStructureState,
  orgStructureChanged,
  type Reach,
} from '@safety/contracts';
import { Binds, type CompanyActor, CompanyRows, execute, messageOf, RowsSource } from '@safety/persistence';
import type { HierarchyRow } from './hierarchy.js';
import { OrgStructure } from './org-structure.entity.js';
import { orgStructureLists } from './org-structure-lists.js';
import { refuseLongPaths } from './placement-rules.js';
import { belowSql } from './tree-conditions.js';
import { type Named, type Position, replaced } from './tree-paths.js';

/** Rows that a write of another one gives another name or position: as they are, and what changes. */
export interface Followers {
  rows: readonly OrgStructure[];
  changes: readonly (Named & Position & { id: string })[];
}

/** Placements; every reader of org structures sees all of them. */
@Injectable()
export class OrgStructureRows extends CompanyRows<OrgStructure> {
  constructor(source: RowsSource) {
    super(source, OrgStructure, {
      what: 'org structure',
      visible: 'to everyone',
      mayRead: (company) => mayAnywhere(company, 'orgstructures.read'),
      lists: orgStructureLists,
      message: messageOf(orgStructureChanged, orgStructureState),
      unique: { org_structures_item_parent_key: { properties: ['itemId', 'parentId'] } },
    });
  }

  /**
   * Two changes of the tree that are harmless alone can close a circle, or leave a path that is wrong,
   * together. Those who name an org structure in what they add take the turn `together`: the locks they
   * share on it let others pass, so who changes it might wait for as long as they come. They may hold rows
   * of their own by then, which nobody who changes the tree wants.
   */
  takeTurns({ companyId }: CompanyActor, how: 'alone' | 'together' = 'alone'): Promise<void> {
    return this.source.transactions.takeTurns(companyId, 'org-structures', how);
  }

  /**
   * All org structures at and below any of these, archived ones too; nobody changes them until the
   * transaction ends.
   */
  async lockBranches(company: CompanyActor, ids: readonly string[]): Promise<OrgStructure[]> {
    const text = `SELECT ${this.table.selectList} FROM org_structures
      WHERE company_id = $1 AND id = ANY (ARRAY(${belowSql('$1', '$2')})) ORDER BY id FOR UPDATE`;
    const { client } = this.transaction(company);
    return (await execute<OrgStructure>(client, text, [company.companyId, ids])).rows;
  }

  /** How many levels an org structure has below it, archived ones too. Writes of the tree take turns. */
  async heightOf(company: CompanyActor, { id, level }: Pick<OrgStructure, 'id' | 'level'>): Promise<number> {
    const text = `SELECT level FROM org_structures
      WHERE company_id = $1 AND id = ANY (ARRAY(${belowSql('$1', '$2')})) ORDER BY level DESC LIMIT 1`;
    const { client } = this.transaction(company);
    const [lowest] = (await execute<{ level: number }>(client, text, [company.companyId, [id]])).rows;
    return (lowest?.level ?? level) - level;
  }

  /**
   * Active org structures that the caller can select, and those above them, in the order of siblings. Only
   * rows that a hierarchy shows are read: of a large tree, a caller gets one branch or the first levels.
   * A row within `depth` is read also where what can be selected lies deeper.
   */
  async leading(
    { companyId }: CompanyActor,
    { rootId, type, depth }: Pick<HierarchyQuery, 'rootId' | 'type' | 'depth'>,
    reach: Reach,
    atMost: number,
  ): Promise<HierarchyRow[]> {
    const binds = new Binds();
    const company = binds.add(companyId);
    const below = (ids: readonly string[]) => `id = ANY (ARRAY(${belowSql(company, binds.add(ids))}))`;
    // A second list of ids would be gone through for each row of the first.
    const onPath = (ids: readonly string[]) => `path_ids && ${binds.add(ids)}::uuid[]`;
    const active = [`company_id = ${company}`, 'NOT archived'];
    const root = rootId ? [below([rootId])] : [];
    const selectable = [
      ...(reach === 'everywhere' ? [] : [rootId ? onPath(reach) : below(reach)]),
      ...(type ? [`type = ANY (${binds.add(type)})`] : []),
    ];
    const where = [...active];
    if (selectable.length === 0) where.push(...root);
    else {
      where.push(`id IN (SELECT unnest(path_ids) FROM org_structures
        WHERE ${[...active, ...root, ...selectable].join(' AND ')})`);
      if (rootId) where.push(onPath([rootId]));
    }
    if (depth)
      where.push(`level < ${binds.add(depth)} + coalesce((SELECT level FROM org_structures
        WHERE company_id = ${company} AND id = ${binds.add(rootId ?? null)}::uuid), 0)`);
    const text = `SELECT id, item_id AS "itemId", parent_id AS "parentId", name, code, type,
        path_ids AS "pathIds"
      FROM org_structures WHERE ${where.join(' AND ')} ORDER BY sort_order, name, id LIMIT ${binds.add(atMost)}`;
    return (await this.source.transactions.current(companyId).read<HierarchyRow>(text, binds.values)).rows;
  }

  /**
   * The rows below an org structure, with the paths that follow from another position of it. Throws 422 for
   * paths that would be too long.
   */
  async below(company: CompanyContext, id: string, position: Position): Promise<Followers> {
    const rows = (await this.lockBranches(company, [id])).filter((row) => row.id !== id);
    const changes = replaced(rows, new Map([[id, position]]));
    refuseLongPaths('/parentId', changes);
    return { rows, changes };
  }

  /**
   * The placements of an item with another name, code and type of it, and what lies below them with the new
   * paths. Throws 422 for paths that would be too long.
   */
  async placing(company: CompanyContext, item: Named & { id: string }): Promise<Followers> {
    const placements = await this.ofItem(company, item.id);
    const rows = await this.lockBranches(
      company,
      placements.map(({ id }) => id),
    );
    const changes = replaced(rows, new Map(), item);
    refuseLongPaths('/name', changes);
    return { rows, changes };
  }

  /** The placements of an item, archived ones too. */
  async ofItem(
    company: CompanyActor,
    itemId: string,
  ): Promise<Pick<OrgStructure, 'id' | 'pathIds' | 'archived' | 'establishment'>[]> {
    const text = `SELECT id, path_ids AS "pathIds", archived, establishment FROM org_structures
      WHERE company_id = $1 AND item_id = $2 ORDER BY id`;
    const { client } = this.transaction(company);
    return (await execute<OrgStructure>(client, text, [company.companyId, itemId])).rows;
  }

  /** Archives everything below an org structure that is not archived yet. */
  async archiveBelow(company: CompanyContext, id: string): Promise<void> {
    const rows = (await this.lockBranches(company, [id])).filter((row) => row.id !== id && !row.archived);
    // around visible: rows below one that was authorised; each write is recorded
    const text = `UPDATE org_structures SET archived_at = now(), archived_by_user_id = $3, version = version + 1,
        modified_at = now(), modified_by_user_id = $3
      WHERE company_id = $1 AND id = ANY($2) RETURNING ${this.table.selectList}`;
    const values = [company.companyId, rows.map((row) => row.id), company.userId];
    await this.written(company, 'archived', rows, text, values);
  }

  /** Writes those that follow a write, after it. */
  async follow(company: CompanyContext, { rows, changes }: Followers): Promise<void> {
    // around visible: rows below one that was authorised; each write is recorded
    const text = `UPDATE org_structures SET name = to_name, code = to_code, type = to_type, level = to_level,
        path = to_path, path_ids = to_path_ids, version = version + 1, modified_at = now(), modified_by_user_id = $3
      FROM jsonb_to_recordset($2) AS changes(of_id uuid, to_name text, to_code text, to_type text, to_level integer,
        to_path text, to_path_ids uuid[])
      WHERE company_id = $1 AND id = of_id RETURNING ${this.table.selectList}`;
    const values = [company.companyId, JSON.stringify(changes.map(changeOf)), company.userId];
    const changed = new Set(changes.map(({ id }) => id));
    await this.written(
      company,
      'changed',
      rows.filter(({ id }) => changed.has(id)),
      text,
      values,
    );
  }

  private async written(
    company: CompanyContext,
    operation: ChangeOperation,
    before: readonly OrgStructure[],
    text: string,
    values: unknown[],
  ): Promise<void> {
    if (before.length === 0) return;
    const { rows } = await execute<OrgStructure>(this.transaction(company).client, text, values);
    const after = new Map(rows.map((row) => [row.id, row]));
    const pairs = before.map((row) => ({ before: row, after: after.get(row.id) ?? row }));
    await this.recordAll(company, operation, pairs);
  }
}

const changeOf = ({ id, name, code, type, level, path, pathIds }: Named & Position & { id: string }) => ({
  of_id: id,
  to_name: name,
  to_code: code,
  to_type: type,
  to_level: level,
  to_path: path,
  to_path_ids: pathIds,
});

/** An org structure as the other services know it. */
export const orgStructureState = (place: OrgStructure): OrgStructureState => ({
  id: place.id,
  version: place.version,
  itemId: place.itemId,
  name: place.name,
  path: place.path,
  pathIds: place.pathIds,
  timeZone: place.timeZone,
  archived: place.archived,
});
