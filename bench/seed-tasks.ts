import pg from 'pg'
import { seededWord } from './seed-library.ts'
import { vacuumTables } from './vacuum-tables.ts'

const vocabulary = 1728

/** Inserts two tasks for each partner into the database, named by three words of 1,728; every second one is completed. */
export const seedTasks = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('select setseed(0.5)')
    await client.query(
      `insert into partner_tasks (partner_id, task_name, due_date, task_type, status)
       select partner_profiles.id,
         initcap(array_to_string(array(
           select words[1 + floor(${vocabulary} * random() ^ 2)::int] from generate_series(1, 3) where n > 0), ' ')),
         now() - random() * interval '2 years', 'physical', (array['pending', 'completed'])[n]
       from (select $1::text[] as words) all_words, partner_profiles, generate_series(1, 2) n`,
      [Array.from({ length: vocabulary }, (_, place) => seededWord(place))],
    )
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
