import { sql } from 'drizzle-orm'
import type { Executor, Transaction } from './client.ts'

/** The role that the portal uses on its embedded database. */
export const embeddedRole = 'partner_portal'

// Tables whose rows are never changed. Those that a foreign key deletes are deleted with the rights of the owner. An owner can do anything to its tables, so the portal connects as another role.
const appendOnlyTables = [
  'audit_log',
  'document_signatures',
  'document_countersignatures',
  'document_amendments',
  'agreement_events',
  'signing_certificates',
]

// Functions that run with the rights of the tables' owner, and that only the portal's role may call.
const ownersFunctions = ['delete_expired_session_events(integer)', 'start_sending_audit_log()']

/** Grants a role exactly the rights that the portal needs. Idempotent. */
export const grantAccess = async (tx: Transaction, role: string, createRole: boolean) => {
  const name = sql.identifier(role)
  if (createRole) {
    const { rows } = await tx.execute(sql`select from pg_roles where rolname = ${role}`)
    if (rows.length === 0) await tx.execute(sql`create role ${name} login`)
  }
  for (const schema of ['public', 'pgboss']) {
    const schemaName = sql.identifier(schema)
    await tx.execute(sql`grant usage on schema ${schemaName} to ${name}`)
    await tx.execute(
      sql`grant select, insert, update, delete on all tables in schema ${schemaName} to ${name}`,
    )
    await tx.execute(sql`grant usage, select on all sequences in schema ${schemaName} to ${name}`)
  }
  await tx.execute(sql`grant usage on schema drizzle to ${name}`)
  await tx.execute(sql`grant select on all tables in schema drizzle to ${name}`)
  for (const table of appendOnlyTables) {
    await tx.execute(sql`revoke update, delete on ${sql.identifier(table)} from ${name}`)
  }
  for (const signature of ownersFunctions) {
    await tx.execute(sql`grant execute on function ${sql.raw(signature)} to ${name}`)
  }
}

/** Returns the role that the current connection uses. */
export const getCurrentRole = async (db: Executor) => {
  const { rows } = await db.execute<{ role: string }>(sql`select current_user::text as role`)
  if (!rows[0]) throw new Error('the database returned no role')
  return rows[0].role
}
