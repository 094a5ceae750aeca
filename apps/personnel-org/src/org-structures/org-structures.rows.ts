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
import {
  Binds,
  type CompanyActor,
  CompanyRows,
  execute,
  MODIFIED_NOW,
  messageOf,
  RowsSource,
  rowsById,
} from '@safety/persistence';
import type { HierarchyRow } from './hierarchy.js';
import { OrgStructure } from './org-structure.entity.js';
import { orgStructureLists } from './org-structure-lists.js';
import { refuseDepth, refuseLongPaths, refuseMany, refuseManyPlacements } from './placement-rules.js';
import {
  activeChildSql,
  type Branches,
  belowSql,
  branchesSql,
  manyActiveSql,
  manySql,
} from './tree-conditions.js';
import { type Named, type Position, replaced } from './tree-paths.js';

/** Rows that a write of another one gives another name or position: as they are, and what changes. */
export interface Followers {
  rows: readonly OrgStructure[];
  changes: readonly (Named & Position & { id: string })[];
}

/** So many are written by one statement, well within its time. */
const WRITTEN_BY_STATEMENT = 1_000;

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

  /** Whether more lie at and below any of these than one request writes. It reads no more than that. */
  async areMany(company: CompanyActor, ids: readonly string[]): Promise<boolean> {
    const { client } = this.transaction(company);
    return (await execute(client, manySql, [company.companyId, ids])).rowCount === 1;
  }

  /** Whether more active ones do. */
  async areManyActive(company: CompanyActor, ids: readonly string[]): Promise<boolean> {
    if (!(await this.areMany(company, ids))) return false;
    const { client } = this.transaction(company);
    return (await execute(client, manyActiveSql, [company.companyId, ids])).rowCount === 1;
  }

  /** Whether active ones lie right below it: below archived ones, there are none. */
  async hasActiveChildren(company: CompanyActor, id: string): Promise<boolean> {
    const { client } = this.transaction(company);
    return (await execute(client, activeChildSql, [company.companyId, id])).rowCount === 1;
  }

  /** Nobody changes these until the transaction ends. */
  async lockAll(company: CompanyActor, which: Branches, ids: readonly string[]): Promise<OrgStructure[]> {
    const text = `SELECT ${this.table.selectList} FROM org_structures WHERE ${branchesSql[which]}
      ORDER BY id FOR UPDATE`;
    const { client } = this.transaction(company);
    return (await execute<OrgStructure>(client, text, [company.companyId, ids])).rows;
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
   * more of them than one request writes, for a tree that would be too deep, and for paths too long.
   * @param pointer the member of the body that asks for it
   */
  async below(company: CompanyContext, id: string, position: Position, pointer: string): Promise<Followers> {
    refuseMany(pointer, await this.areMany(company, [id]));
    const rows = await this.lockAll(company, 'all', [id]);
    const changes = replaced(
      rows.filter((row) => row.id !== id),
      new Map([[id, position]]),
    );
    refuseDepth(changes);
    refuseLongPaths(pointer, changes);
    return { rows, changes };
  }

  /**
   * The placements of an item with another name, code and type of it, and of another name what lies below
   * them with the new paths. Throws 422 for more of them than one request writes, and for paths that would be
   * too long.
   * @param first the first of these members that differs
   */
  async placing(
    company: CompanyContext,
    item: Named & { id: string },
    first: keyof Named,
  ): Promise<Followers> {
    const ids = (await this.ofItem(company, item.id)).map(({ id }) => id);
    const isRenamed = first === 'name';
    refuseManyPlacements(`/${first}`, ids.length);
    if (isRenamed) refuseMany('/name', await this.areMany(company, ids));
    const rows = await this.lockAll(company, isRenamed ? 'all' : 'tops', ids);
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

  /** Archives locked rows below an org structure. */
  async archiveAll(company: CompanyContext, rows: readonly OrgStructure[]): Promise<void> {
    // around visible: rows below one that was authorised; each write is recorded
    const text = `UPDATE org_structures SET archived_at = now(), archived_by_user_id = $3, version = version + 1,
        ${MODIFIED_NOW}, modified_by_user_id = $3
      WHERE company_id = $1 AND id = ANY($2) RETURNING id, version, archived`;
    await this.written(company, 'archived', rows, text, (part) => part.map((row) => row.id));
  }

  /** Writes those that follow a write, after it. */
  async follow(company: CompanyContext, { rows, changes }: Followers): Promise<void> {
    // around visible: rows below one that was authorised; each write is recorded
    const text = `UPDATE org_structures SET name = to_name, code = to_code, type = to_type, level = to_level,
        path = to_path, path_ids = to_path_ids, version = version + 1, ${MODIFIED_NOW}, modified_by_user_id = $3
      FROM jsonb_to_recordset($2) AS changes(of_id uuid, to_name text, to_code text, to_type text, to_level integer,
        to_path text, to_path_ids uuid[])
      WHERE company_id = $1 AND id = of_id
      RETURNING id, version, name, code, type, level, path, path_ids AS "pathIds"`;
    const wanted = new Map(changes.map((change) => [change.id, changeOf(change)]));
    const changed = rows.filter(({ id }) => wanted.has(id));
    await this.written(company, 'changed', changed, text, (part) =>
      JSON.stringify(part.map(({ id }) => wanted.get(id))),
    );
  }

  /**
   * @param text returns the id of each row, and its members that are other ones now
   * @param secondOf of a part of the rows, the second value of `text`
   */
  private async written(
    company: CompanyContext,
    operation: ChangeOperation,
    before: readonly OrgStructure[],
    text: string,
    secondOf: (part: readonly OrgStructure[]) => unknown,
  ): Promise<void> {
    const { client } = this.transaction(company);
    for (let from = 0; from < before.length; from += WRITTEN_BY_STATEMENT) {
      const part = before.slice(from, from + WRITTEN_BY_STATEMENT);
      const values = [company.companyId, secondOf(part), company.userId];
      const { rows } = await execute<Partial<OrgStructure> & { id: string }>(client, text, values);
      const after = rowsById(rows);
      const pairs = part.map((row) => ({ before: row, after: { ...row, ...after(row.id) } }));
      await this.recordAll(company, operation, pairs);
    }
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
