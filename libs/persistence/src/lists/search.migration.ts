import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The functions and types on which `listIndexesSql` builds. Row-level security lets PostgreSQL use an index
 * for leakproof operators alone: `LIKE`, `&&` and `@>` are not. So a role of its own, without login, looks
 * into the indexes; see ADR 31.
 *
 * An index of text holds a number for each two and three characters that follow each other, and one of a set
 * a number for each value. The company is part of the number, so each company has its own part of the index.
 */
export class CreateSearch1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION set_keys(company uuid, texts text[]) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT array_agg(hashtextextended(one, hashtextextended(company::text, 0))) FROM unnest(texts) AS one
      $$;

      -- A loop is four times as fast as the same in one statement: every write of a row pays for it.
      CREATE FUNCTION text_keys(company uuid, content text) RETURNS bigint[]
      LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      DECLARE
        seed bigint := hashtextextended(company::text, 0);
        keys bigint[] := '{}';
        before text;
        last text;
        next text;
      BEGIN
        FOREACH next IN ARRAY string_to_array(content, NULL) LOOP
          IF last IS NOT NULL THEN
            keys := keys || hashtextextended(last || next, seed);
          END IF;
          IF before IS NOT NULL THEN
            keys := keys || hashtextextended(before || last || next, seed);
          END IF;
          before := last;
          last := next;
        END LOOP;
        RETURN keys;
      END $$;
      COMMENT ON FUNCTION text_keys IS 'Each two and three characters that follow each other, as numbers of the company';

      CREATE FUNCTION term_keys(company uuid, term text) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT public.set_keys(company, CASE WHEN length(term) < 3 THEN ARRAY[term] ELSE ARRAY(
          SELECT substr(term, place, 3) FROM generate_series(1, length(term) - 2) AS place) END)
      $$;
      COMMENT ON FUNCTION term_keys IS 'The numbers that text has, in text_keys, wherever it holds the term';

      DO $do$
      DECLARE
        role text := left(current_database(), 50) || '_search';
      BEGIN
        BEGIN
          EXECUTE format('CREATE ROLE %I NOLOGIN', role);
        EXCEPTION WHEN duplicate_object OR unique_violation THEN
          -- Left by a database of this name that was dropped.
          NULL;
        END;
        IF NOT (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) THEN
          -- The owner gives functions to the role, and inherits none of its rights: the wall holds for the owner too.
          EXECUTE format('GRANT %I TO CURRENT_USER WITH INHERIT FALSE, SET TRUE', role);
        END IF;
        EXECUTE format('GRANT USAGE ON SCHEMA public TO %I', role);
        EXECUTE format('GRANT EXECUTE ON FUNCTION set_keys, text_keys, term_keys TO %I', role);
        EXECUTE format('CREATE FUNCTION search_role() RETURNS text LANGUAGE sql IMMUTABLE AS %L',
          format('SELECT %L', role));
      END $do$;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DO $do$
      DECLARE
        role text := search_role();
      BEGIN
        EXECUTE format('REVOKE ALL ON SCHEMA public FROM %I', role);
        EXECUTE format('REVOKE ALL ON FUNCTION set_keys, text_keys, term_keys FROM %I', role);
        EXECUTE format('DROP ROLE %I', role);
      END $do$;
      DROP FUNCTION search_role();
      DROP FUNCTION term_keys(uuid, text);
      DROP FUNCTION text_keys(uuid, text);
      DROP FUNCTION set_keys(uuid, text[]);
    `);
  }
}
