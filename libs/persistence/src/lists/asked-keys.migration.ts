import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The keys by which a term is looked up: those of its characters that fewer than half of some rows hold, else
 * all of them. A key of nearly all rows, such as those of `CERT-` in numbers of certificates, takes the time
 * of reading its whole list in the index and leaves nothing out. The statement compares the text itself.
 */
export class AskRareKeys1700000000021 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // count is read: of rows of a sample, which decides how a search goes and not what it finds
    await runner.query(`
      CREATE FUNCTION asked_keys(company uuid, term text, sample text[]) RETURNS bigint[]
      LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
        SELECT coalesce(
          public.set_keys(company, ARRAY(
            SELECT DISTINCT substr(term, place, 3) AS part
            FROM generate_series(1, greatest(length(term) - 2, 1)) AS place
            WHERE (SELECT count(*) FROM unnest(sample) AS one WHERE strpos(one, substr(term, place, 3)) > 0) * 2
              < cardinality(sample))),
          public.term_keys(company, term))
      $$;
      DO $do$ BEGIN
        EXECUTE format('GRANT EXECUTE ON FUNCTION asked_keys TO %I', search_role());
      END $do$;`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP FUNCTION asked_keys(uuid, text, text[])');
  }
}
