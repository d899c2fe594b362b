import pg from 'pg'
import { vacuumTables } from './vacuum-tables.ts'

/**
 * Inserts tasks and activations of two years around now. A tenth of the tasks belong to tasks for all partners, of which each partner has
 * one; the others are spread over the partners. Also inserts twenty recurring tasks.
 */
export const seedCalendar = async (connectionString: string, tasks: number, activations: number) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const spread = "now() + (random() - 0.5) * interval '2 years'"
  try {
    await client.query('select setseed(0.5)')
    await client.query(
      'create temporary table partners as select id, row_number() over (order by id) as at from partner_profiles',
    )
    const { rows } = await client.query<{ partners: number }>(
      'select count(*)::int as partners from partners',
    )
    const partners = rows[0]?.partners ?? 0
    await client.query(
      `insert into task_definitions (task_name, task_type, due_date)
       select 'Shared task ' || n, 'physical', ${spread} from generate_series(1, $1::int) n`,
      [Math.round(tasks / 10 / partners)],
    )
    await client.query(
      `insert into partner_tasks (partner_id, definition_id, task_name, task_type, due_date, status)
       select partners.id, task_definitions.id, task_name, task_type, due_date, case when random() < 0.5 then 'pending' else 'completed' end
       from task_definitions, partners where task_name like 'Shared task %'`,
    )
    await client.query(
      `with definition as (
         insert into task_definitions (task_name, task_type, due_date, assigned_partner_ids, is_for_one)
         select 'Task ' || n, 'physical', ${spread}, array[partners.id::text], true
         from generate_series(1, $1::int) n join partners on partners.at = 1 + n % $2::int returning *)
       insert into partner_tasks (id, definition_id, partner_id, task_name, task_type, due_date, status)
       select id, id, assigned_partner_ids[1]::uuid, task_name, task_type, due_date,
         case when random() < 0.5 then 'pending' else 'completed' end
       from definition`,
      [Math.round((tasks * 9) / 10), partners],
    )
    await client.query(
      `insert into partner_activations (partner_id, name, activation_date, ends_at, place, description)
       select partners.id, 'Activation ' || n, start, start + interval '5 hours', 'Main hall', repeat('What there is to do. ', 20)
       from generate_series(1, $1::int) n join partners on partners.at = 1 + n % $2::int,
         lateral (select ${spread} as start where n > 0) chosen`,
      [activations, partners],
    )
    await client.query(
      `insert into task_series (task_name, task_type, frequency, starts_at, next_due_at, time_zone, lead_days)
       select 'Recurring task ' || n, 'physical', 'weekly', start, start, 'America/New_York', 3
       from generate_series(1, 20) n, lateral (select now() + n * interval '9 hours' as start) first`,
    )
    await vacuumTables(client)
  } finally {
    await client.end()
  }
}
