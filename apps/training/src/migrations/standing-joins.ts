import {
  countedIds,
  countedRecordsSql,
  countingSql,
  countingWithValiditySql,
  countsSql,
  hasToRenewOf,
  hasToRenewSql,
  renewsSql,
  untilSql,
  upcomingSql,
} from './standing-facts.js';

/** `best` and `upcoming` of each pair, looked up pair by pair: good for few pairs. */
export const joinsByPair = `
    LEFT JOIN LATERAL (
      SELECT t.id, t.completed_on, t.expires_on FROM training_records AS t
      WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND t.archived_at IS NULL
        AND t.result <> 'failed' AND t.completed_on <= today AND ${countsSql}
      ORDER BY t.expires_on DESC NULLS FIRST, t.completed_on DESC, t.id DESC LIMIT 1
    ) AS best ON true
    LEFT JOIN LATERAL (
      SELECT k.id ${upcomingSql} AND (k.course_id = c.id OR k.course_id = ANY(c.equivalent_course_ids))
      ORDER BY k.start_at, k.id LIMIT 1
    ) AS upcoming ON true`;

/** Until when records count: as each of them says. */
const asRecorded = { counting: countingSql, joined: '', expiresOn: 't.expires_on' };
/** The same, and those of other courses that do not say by the validity of the course. */
const byValidity = {
  counting: countingWithValiditySql,
  joined: `
      CROSS JOIN LATERAL (
        SELECT ${untilSql('counts.course_id', 'counts.validity_months')} AS expires_on
      ) AS until`,
  expiresOn: 'until.expires_on',
};

const byPerson = (moreTaught: string, { counting, joined, expiresOn } = asRecorded): string => `
    LEFT JOIN LATERAL (
      SELECT DISTINCT ON (counts.course_id) counts.course_id, t.id, t.completed_on, ${expiresOn}
      FROM (
        ${counting}
      ) AS counts
      JOIN training_records AS t ON t.company_id = counts.company_id AND t.course_id = counts.counted_id${joined}
      WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND t.archived_at IS NULL
        AND t.result <> 'failed' AND t.completed_on <= today
        AND ${renewsSql}
      ORDER BY counts.course_id, ${expiresOn} DESC NULLS FIRST, t.completed_on DESC, t.id DESC
    ) AS best ON best.course_id = c.id
    LEFT JOIN LATERAL (
      SELECT DISTINCT ON (taught.id) taught.id AS course_id, coming.id
      FROM (SELECT k.company_id, k.id, k.course_id, k.start_at ${upcomingSql}) AS coming
      JOIN courses AS taught ON taught.company_id = coming.company_id
        AND (taught.id = coming.course_id OR coming.course_id = ANY(taught.equivalent_course_ids)${moreTaught})
      ORDER BY taught.id, coming.start_at, coming.id
    ) AS upcoming ON upcoming.course_id = c.id`;

/**
 * `best` and `upcoming` of all courses of a person at once: a third of the time for the standings of a whole
 * company, where PostgreSQL expects many pairs of each person. Else it reads all courses for each pair.
 */
export const joinsByPerson = byPerson('');

/** The same, with classes of a refresher for those who have something to renew. */
export const joinsWithRefreshers = byPerson(`
          OR taught.refresher_course_id = coming.course_id AND ${hasToRenewSql}`);

const ofNamedRefreshers = `
          OR taught.refresher_course_id IS NOT NULL AND taught.refresher_course_id = coming.course_id
          AND ${hasToRenewSql}`;

/**
 * The same. A comparison with no refresher is unknown, and not false: PostgreSQL would look for records of
 * the person for each pair of a course without one and a class.
 */
export const joinsWithNamedRefreshers = byPerson(ofNamedRefreshers);

/** The same, where records of other courses end by the validity of the course. */
export const joinsByValidity = byPerson(ofNamedRefreshers, byValidity);

/**
 * The same pair by pair: records and classes of a person are found by the courses that count for the pair,
 * however many courses the company has and whatever PostgreSQL expects. The classes to come are one value of
 * the person, read once: as rows they would be looked for among all classes for each pair.
 */
export const joinsOfPairs = `
    LEFT JOIN LATERAL (
      SELECT t.id, t.completed_on, ${untilSql('c.id', 'c.validity_months')} AS expires_on ${countedRecordsSql}
        AND t.archived_at IS NULL AND t.result <> 'failed' AND t.completed_on <= today
      ORDER BY expires_on DESC NULLS FIRST, t.completed_on DESC, t.id DESC LIMIT 1
    ) AS best ON true
    LEFT JOIN LATERAL (
      SELECT (SELECT jsonb_agg(jsonb_build_array(k.course_id, k.id) ORDER BY k.start_at, k.id) ${upcomingSql}) AS coming
    ) AS held ON true
    LEFT JOIN LATERAL (
      SELECT (class.of ->> 1)::uuid AS id FROM jsonb_array_elements(held.coming) WITH ORDINALITY AS class(of, place)
      WHERE (class.of ->> 0)::uuid = ANY(${countedIds})
        AND ((class.of ->> 0)::uuid = ANY(ARRAY[c.id] || c.equivalent_course_ids) OR ${hasToRenewOf('c', 'today')})
      ORDER BY class.place LIMIT 1
    ) AS upcoming ON true`;
