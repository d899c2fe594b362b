import pg from 'pg'
import { seededWord } from './seed-library.ts'
import { vacuumTables } from './vacuum-tables.ts'

const vocabulary = 1728

/** Inserts two tasks for each partner, named by three words of a vocabulary of 1,728. Every second task is completed. */
export const seedTasks = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select setseed(0.5)')
    await client.query(
      `with definition as (
         insert into task_definitions (assigned_partner_ids, is_for_one, task_name, due_date, task_type)
         select array[partner_profiles.id::text], true,
           initcap(array_to_string(array(
             select words[1 + floor(${vocabulary} * random() ^ 2)::int] from generate_series(1, 3) where n > 0), ' ')),
           now() - random() * interval '2 years', 'physical'
         from (select $1::text[] as words) all_words, partner_profiles, generate_series(1, 2) n returning *)
       insert into partner_tasks (id, definition_id, partner_id, task_name, due_date, task_type, status, created_at)
       select id, id, assigned_partner_ids[1]::uuid, task_name, due_date, task_type,
         (array['pending', 'completed'])[1 + (row_number() over ()) % 2], due_date - interval '30 days'
       from definition`,
      [Array.from({ length: vocabulary }, (_, place) => seededWord(place))],
    )
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
