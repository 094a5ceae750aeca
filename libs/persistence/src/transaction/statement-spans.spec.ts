import { expect, it } from '@jest/globals';
import { summaryOf } from './statement-spans.js';

it.each([
  ['SELECT id FROM courses WHERE company_id = $1', 'SELECT courses'],
  ['select *\n  from "users" u', 'SELECT users'],
  ['INSERT INTO outbox (envelope) SELECT envelope FROM ROWS FROM (unnest($1))', 'INSERT outbox'],
  ['UPDATE ONLY hazards SET title = $1', 'UPDATE hazards'],
  ['DELETE FROM history_due WHERE id = $1', 'DELETE history_due'],
  ['WITH told AS (SELECT 1) UPDATE users SET told = true', 'WITH users'],
  ["SET LOCAL app.company_id = 'd195ea1e-16a9-8a3a-b8d7-b7f8ffde4679'", 'SET'],
  ["SELECT set_config('app.user', 'anna@demo.example', true)", 'SELECT'],
  ['BEGIN', 'BEGIN'],
  ['', 'STATEMENT'],
])('%j is %s', (text, summary) => {
  expect(summaryOf(text).summary).toBe(summary);
});
