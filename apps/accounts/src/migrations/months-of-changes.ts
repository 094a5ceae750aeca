/**
 * Partitions of the change record in months. Each is named after its last day, as those of one day are: one
 * rule finds what is too old, for both.
 */
const TODAY = "(now() AT TIME ZONE 'UTC')::date";
export const PARTITIONS = `(SELECT relname::text AS name, to_date(relname, '"d"YYYYMMDD') AS last_day FROM pg_class
    WHERE relnamespace = 'change_days'::regnamespace AND relkind = 'r') AS partitions`;

const NAME = (day: string) => `'d' || to_char(${day}, 'YYYYMMDD')`;
const START = (day: string) => `(${day})::timestamp AT TIME ZONE 'UTC'`;

export const KEPT_DAYS = 400;
const KEPT_FROM = `${TODAY} - ${KEPT_DAYS}`;

/** SQL that sets `old` to the oldest month of which something is kept; null for none. */
const oldestMonthSql = `
    SELECT name INTO old FROM ${PARTITIONS} WHERE last_day >= kept_from ORDER BY name LIMIT 1;`;

/** SQL of all deletion at once, within the turn: before `removeOldSql`. */
export const deleteAtOnceSql = `${oldestMonthSql}
    IF old IS NOT NULL THEN
      EXECUTE format('DELETE FROM change_days.%I WHERE changed_at < %L', old, ${START('kept_from')});
    END IF;`;

/**
 * SQL of the function of the owner that adds months and drops old days, by the name that services call.
 * @param first what it does before
 */
// count is read: of partitions, by one at a time
export const turnMonthsSql = (first = ''): string => `
  CREATE OR REPLACE FUNCTION changes_turn_days() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    kept_from date := ${KEPT_FROM};
    first date;
    last date;
    old text;
  BEGIN
    PERFORM pg_advisory_xact_lock(7311103);${first}
    FOR old IN SELECT name FROM ${PARTITIONS} WHERE last_day < kept_from LOOP
      EXECUTE format('DROP TABLE change_days.%I', old);
    END LOOP;
    LOOP
      SELECT coalesce(max(last_day) + 1, date_trunc('month', ${TODAY})) INTO first FROM ${PARTITIONS};
      EXIT WHEN first > ${TODAY} + 7;
      last := date_trunc('month', first) + interval '1 month' - interval '1 day';
      EXECUTE format('CREATE TABLE change_days.%I PARTITION OF public.changes FOR VALUES FROM (%L) TO (%L)',
        ${NAME('last')}, ${START('first')}, ${START('last + 1')});
    END LOOP;
  END $$;
  COMMENT ON FUNCTION changes_turn_days IS
    'Makes the partitions of the months of the next week, and drops what is older than ${KEPT_DAYS} days';`;

/** The key of the index by which old changes are found. No list asks by it, so it serves no list wrongly. */
export const DAY = "((changed_at AT TIME ZONE 'UTC')::date)";

/**
 * SQL of the function of the owner that deletes what is too old of the oldest month, `most` changes at most.
 * It reads by the index of the day alone, also where PostgreSQL knows little of the partition: any other way
 * reads the whole month.
 */
export const removeOldSql = `
  CREATE OR REPLACE FUNCTION changes_remove_old(most integer) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
  SET enable_seqscan = off SET enable_bitmapscan = off AS $$
  DECLARE
    kept_from date := ${KEPT_FROM};
    old text;
    removed integer;
  BEGIN${oldestMonthSql}
    IF old IS NULL THEN
      RETURN 0;
    END IF;
    EXECUTE format('DELETE FROM change_days.%1$I WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM change_days.%1$I WHERE ${DAY.replaceAll("'", "''")} < %2$L
      ORDER BY ${DAY.replaceAll("'", "''")} LIMIT %3$L))', old, kept_from, most);
    GET DIAGNOSTICS removed = ROW_COUNT;
    RETURN removed;
  END $$;
  COMMENT ON FUNCTION changes_remove_old IS
    'Deletes changes older than ${KEPT_DAYS} days of the oldest month, and tells how many';`;

/** Each filter of the audit trail finds its changes in the order of the list, or that there are none. */
const FILTERS = {
  changes_operation_idx: 'operation',
  changes_user_idx: 'actor_user_id',
  changes_client_idx: 'client_id',
  changes_actor_idx: `(CASE WHEN by_operator THEN 'operator'
        ELSE CASE WHEN actor_user_id IS NOT NULL THEN 'user'
        WHEN client_id IS NOT NULL THEN 'client' ELSE 'system' END END)`,
};

const indexesSql = (table: string, nameOf: (index: string) => string): string =>
  Object.entries(FILTERS)
    .map(([name, by]) => `CREATE INDEX ${nameOf(name)} ON ${table} (company_id, ${by}, changed_at, number);`)
    .join('\n      ');

export const dropIndexesSql = `DROP INDEX ${Object.keys(FILTERS).join(', ')}`;

/**
 * SQL that makes one partition of the days of each month that are over, and then the indexes of all. Each
 * month is a transaction, for which others wait at its end alone. Transactions that began before midnight may
 * still write a day that is over: its lock waits for them before it is copied, and readers go on. Of one that
 * writes only then and the merge, PostgreSQL may end one for a deadlock. Today and days to come, which are
 * left, have few rows.
 */
// count is read: of partitions, by one at a time
export const mergeDaysSql = `DO $merge$
  DECLARE
    days text[];
    day text;
    first date;
    last date;
    is_empty boolean;
  BEGIN
    LOOP
      PERFORM pg_advisory_xact_lock(7311103);
      SELECT array_agg(name), date_trunc('month', max(last_day)), max(last_day) INTO days, first, last
        FROM ${PARTITIONS} WHERE last_day < ${TODAY}
        GROUP BY date_trunc('month', last_day) HAVING count(*) > 1 ORDER BY 2 LIMIT 1;
      EXIT WHEN days IS NULL;
      FOREACH day IN ARRAY days LOOP
        EXECUTE format('LOCK TABLE change_days.%I IN SHARE MODE', day);
      END LOOP;
      CREATE TABLE change_days.merged (LIKE changes INCLUDING DEFAULTS INCLUDING INDEXES);
      FOREACH day IN ARRAY days LOOP
        EXECUTE format('INSERT INTO change_days.merged SELECT * FROM change_days.%I', day);
      END LOOP;
      ${indexesSql('change_days.merged', () => '')}
      ANALYZE change_days.merged;
      -- The rule spares the reading of all rows again, under the lock.
      EXECUTE format('ALTER TABLE change_days.merged
        ADD CONSTRAINT days CHECK (changed_at >= %L AND changed_at < %L)',
        ${START('first')}, ${START('last + 1')});
      FOREACH day IN ARRAY days LOOP
        EXECUTE format('DROP TABLE change_days.%I', day);
      END LOOP;
      EXECUTE format('ALTER TABLE changes ATTACH PARTITION change_days.merged FOR VALUES FROM (%L) TO (%L)',
        ${START('first')}, ${START('last + 1')});
      ALTER TABLE change_days.merged DROP CONSTRAINT days;
      EXECUTE format('ALTER TABLE change_days.merged RENAME TO %I', ${NAME('last')});
      COMMIT;
    END LOOP;

    LOCK TABLE changes;
    FOR day IN SELECT name FROM ${PARTITIONS} WHERE last_day > ${TODAY} ORDER BY name DESC LOOP
      EXECUTE format('SELECT NOT EXISTS (SELECT FROM change_days.%I)', day) INTO is_empty;
      EXIT WHEN NOT is_empty;
      EXECUTE format('DROP TABLE change_days.%I', day);
    END LOOP;
    PERFORM changes_turn_days();
    ${indexesSql('changes', (name) => name)}
  END $merge$`;

/** SQL that makes days again of the months that yesterday and the next week are in. */
// count is read: of partitions, by one at a time
export const splitMonthsSql = `DO $split$
  DECLARE
    month text;
    month_end date;
    first date;
    day date;
  BEGIN
    PERFORM pg_advisory_xact_lock(7311103);
    LOCK TABLE changes;
    FOR month, month_end IN
        SELECT name, last_day FROM ${PARTITIONS} WHERE last_day >= ${TODAY} - 1 ORDER BY name LOOP
      SELECT greatest(max(last_day) + 1, date_trunc('month', month_end)) INTO first
        FROM ${PARTITIONS} WHERE last_day < month_end;
      EXECUTE format('ALTER TABLE changes DETACH PARTITION change_days.%I', month);
      EXECUTE format('ALTER TABLE change_days.%I RENAME TO split', month);
      FOR day IN SELECT generate_series(first, month_end, interval '1 day') LOOP
        EXECUTE format('CREATE TABLE change_days.%I PARTITION OF changes FOR VALUES FROM (%L) TO (%L)',
          ${NAME('day')}, ${START('day')}, ${START('day + 1')});
        EXECUTE format('INSERT INTO change_days.%I OVERRIDING SYSTEM VALUE
          SELECT * FROM change_days.split WHERE changed_at >= %L AND changed_at < %L',
          ${NAME('day')}, ${START('day')}, ${START('day + 1')});
      END LOOP;
      DROP TABLE change_days.split;
    END LOOP;
  END $split$`;
