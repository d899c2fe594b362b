import { sql } from 'drizzle-orm'
import type { Executor, Transaction } from './client.ts'

/** The role as which the portal works on its embedded database. */
export const embeddedRole = 'partner_portal'

// What is only ever added to. Whoever owns a table can do anything to it: so the portal works as a role that does not.
const appendOnlyTables = ['audit_log', 'document_signatures']

/** Gives a role what the portal needs to work, and not more. Running it again changes nothing. */
export const grantAccess = async (tx: Transaction, role: string, makeRole: boolean) => {
  const name = sql.identifier(role)
  if (makeRole) {
    const { rows } = await tx.execute(sql`select from pg_roles where rolname = ${role}`)
    if (rows.length === 0) await tx.execute(sql`create role ${name} login`)
  }
  for (const schema of ['public', 'pgboss']) {
    const place = sql.identifier(schema)
    await tx.execute(sql`grant usage on schema ${place} to ${name}`)
    await tx.execute(sql`grant select, insert, update, delete on all tables in schema ${place} to ${name}`)
    await tx.execute(sql`grant usage, select on all sequences in schema ${place} to ${name}`)
  }
  await tx.execute(sql`grant usage on schema drizzle to ${name}`)
  await tx.execute(sql`grant select on all tables in schema drizzle to ${name}`)
  for (const table of appendOnlyTables) {
    await tx.execute(sql`revoke update, delete on ${sql.identifier(table)} from ${name}`)
  }
}

/** As which role a connection works. */
export const getCurrentRole = async (db: Executor) => {
  const { rows } = await db.execute<{ role: string }>(sql`select current_user::text as role`)
  if (!rows[0]) throw new Error('the database names no role')
  return rows[0].role
}
