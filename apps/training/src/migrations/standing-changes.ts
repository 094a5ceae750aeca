import {
  countedIds,
  countedRecordsSql,
  countingSql,
  countsSql,
  holdsPlaceSql,
  renewsSql,
} from './standing-facts.js';

// count is read: the newest of some instants, which nothing else depends on
const placesChangedSql = `
        (SELECT max(greatest(above.applied_at, i.applied_at)) FROM org_structures AS above
          LEFT JOIN items AS i ON i.company_id = above.company_id AND i.id = above.item_id
          WHERE above.company_id = p.company_id AND above.id = ANY(o.path_ids))`;

/** The newest change of the records, classes and places of a standing, looked up pair by pair. */
// count is read: the newest of some instants, which nothing else depends on
export const changesByPair = {
  joins: '',
  newest: `
        (SELECT max(greatest(t.created_at, t.modified_at)) FROM training_records AS t
          WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND ${countsSql}),
        (SELECT max(greatest(s.modified_at, k.modified_at)) FROM students AS s
          JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
          WHERE s.company_id = p.company_id AND s.personnel_id = p.id AND k.course_id = c.id),
        ${placesChangedSql}`,
};

// count is read: the newest of some instants, which nothing else depends on
const recordedJoin = `
    LEFT JOIN LATERAL (
      SELECT counts.course_id, max(greatest(t.created_at, t.modified_at)) AS at
      FROM (${countingSql}) AS counts
      JOIN training_records AS t ON t.company_id = counts.company_id AND t.course_id = counts.counted_id
      WHERE t.company_id = p.company_id AND t.personnel_id = p.id AND ${renewsSql}
      GROUP BY counts.course_id
    ) AS recorded ON recorded.course_id = c.id`;
const placedJoin = `
    LEFT JOIN LATERAL (SELECT ${placesChangedSql} AS at) AS placed ON true`;

/** The same of all courses of a person at once. */
// count is read: the newest of some instants, which nothing else depends on
export const changesByPerson = {
  joins: `${recordedJoin}
    LEFT JOIN LATERAL (
      SELECT k.course_id, max(greatest(s.modified_at, k.modified_at)) AS at
      FROM students AS s JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
      WHERE s.company_id = p.company_id AND s.personnel_id = p.id
      GROUP BY k.course_id
    ) AS taught ON taught.course_id = c.id${placedJoin}`,
  newest: 'recorded.at, taught.at, placed.at',
};

// count is read: the newest of some instants, which nothing else depends on
const taughtJoin = (leading: string): string => `
    LEFT JOIN LATERAL (
      SELECT led.course_id, max(greatest(s.modified_at, k.modified_at)) AS at,
        max(k.ends_on + 1) FILTER (WHERE k.ends_on < today AND ${holdsPlaceSql}) AS over_on
      FROM students AS s JOIN classes AS k ON k.company_id = s.company_id AND k.id = s.class_id
      JOIN (SELECT w.company_id, w.id AS course_id, unnest(ARRAY[${leading}] || w.equivalent_course_ids) AS counted_id
        FROM courses AS w) AS led ON led.company_id = k.company_id AND led.counted_id = k.course_id
      WHERE s.company_id = p.company_id AND s.personnel_id = p.id
      GROUP BY led.course_id
    ) AS taught ON taught.course_id = c.id`;

/** The same, with classes of equivalent courses, and the day after a class that has ended. */
// count is read: the newest of some instants, which nothing else depends on
export const changesWithClasses = {
  joins: `${recordedJoin}${taughtJoin('w.id')}${placedJoin}`,
  newest: `recorded.at, taught.at, placed.at,
        taught.over_on::timestamp AT TIME ZONE current_setting('app.time_zone')`,
};

const daysJoin = `
    LEFT JOIN companies AS days ON days.company_id = p.company_id`;

/**
 * The same, with each requirement of the course that has begun, foremost or not, and another time zone of the
 * company. The requirements are those of `pair`: to look for them here takes four times as long.
 */
// count is read: the newest of some days, which nothing else depends on
export const changesWithBeginnings = {
  joins: `${changesWithClasses.joins}${daysJoin}`,
  newest: `${changesWithClasses.newest}, days.applied_at,
        pair.begun_on::timestamp AT TIME ZONE current_setting('app.time_zone')`,
  begun: {
    ofPair: ', max(named.begun_on) AS begun_on',
    ofRequirement: ', r.effective_from AS begun_on',
    ofOthers: ', NULL',
  },
};

/** The same, with classes of refreshers. */
export const changesWithRefreshers = {
  ...changesWithBeginnings,
  joins: `${recordedJoin}${taughtJoin('w.id, w.refresher_course_id')}${placedJoin}${daysJoin}`,
};

/**
 * The same pair by pair, as `joinsOfPairs`. All classes of a person are one value, by course, which is read
 * once. `OFFSET 0` has each class looked up by itself: joined, all of the company may be read for each
 * person.
 */
// count is read: the newest of some instants, which nothing else depends on
export const changesOfPairs = {
  ...changesWithBeginnings,
  joins: `
    LEFT JOIN LATERAL (
      SELECT max(greatest(t.created_at, t.modified_at)) AS at ${countedRecordsSql}
    ) AS recorded ON true
    LEFT JOIN LATERAL (
      SELECT (
        SELECT jsonb_object_agg(of.course_id, jsonb_build_array(of.at, of.over_on)) FROM (
          SELECT k.course_id, max(greatest(s.modified_at, k.modified_at)) AS at,
            max(k.ends_on + 1) FILTER (WHERE k.ends_on < today AND ${holdsPlaceSql}) AS over_on
          FROM students AS s CROSS JOIN LATERAL (
            SELECT * FROM classes AS one WHERE one.company_id = s.company_id AND one.id = s.class_id OFFSET 0
          ) AS k
          WHERE s.company_id = p.company_id AND s.personnel_id = p.id
          GROUP BY k.course_id
        ) AS of
      ) AS by_course
    ) AS past ON true
    LEFT JOIN LATERAL (
      SELECT max((past.by_course -> counted.id::text ->> 0)::timestamptz) AS at,
        max((past.by_course -> counted.id::text ->> 1)::date) AS over_on
      FROM unnest(${countedIds}) AS counted(id)
    ) AS taught ON true${placedJoin}${daysJoin}`,
};
