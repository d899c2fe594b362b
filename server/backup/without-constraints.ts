import pg from 'pg'

const quote = pg.escapeIdentifier

/**
 * Runs `load` on empty tables without their triggers and foreign keys, then restores and checks them. Tables that refer to each other could
 * not be filled in any order otherwise. Call it in a transaction of the tables' owner.
 */
export const withoutConstraints = async (client: pg.Client, load: () => Promise<void>) => {
  const { rows: tables } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'",
  )
  const { rows: triggers } = await client.query<{
    table: string
    name: string
    mode: 'O' | 'A' | 'R' | 'D'
  }>(`
    select relname as table, tgname as name, tgenabled as mode
    from pg_trigger join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal`)
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(`
    select relname as table, conname as name, pg_get_constraintdef(pg_constraint.oid) as definition
    from pg_constraint join pg_class on pg_class.oid = conrelid
    where relnamespace = 'public'::regnamespace and contype = 'f'`)
  const alter = (table: string, change: string) =>
    client.query(`alter table public.${quote(table)} ${change}`)

  for (const { name } of tables) await alter(name, 'disable trigger user')
  for (const { table, name } of keys) await alter(table, `drop constraint ${quote(name)}`)
  // Migrations have inserted rows into some tables.
  const all = tables.map(({ name }) => `public.${quote(name)}`).join(', ')
  if (all) await client.query(`truncate ${all}`)
  await load()
  for (const { table, name, definition } of keys) {
    await alter(table, `add constraint ${quote(name)} ${definition}`)
  }
  const modes = { O: 'enable', A: 'enable always', R: 'enable replica', D: 'disable' }
  for (const { table, name, mode } of triggers) await alter(table, `${modes[mode]} trigger ${quote(name)}`)
}
