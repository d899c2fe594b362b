import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const primaryId = () => uuid().primaryKey().default(sql`gen_random_uuid()`)

/** A moment to the millisecond, with its time zone: exactly what a JavaScript Date can represent. */
export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** A reference to a row; deleting that row deletes this one. */
export const belongsTo = (id: () => AnyPgColumn) => uuid().notNull().references(id, { onDelete: 'cascade' })

export const createdAt = () => timestamptz().notNull().defaultNow()
export const updatedAt = () =>
  timestamptz()
    .notNull()
    .defaultNow()
    .$onUpdate(() => new Date())

/** Restricts an enumerated column to the values of the contract. */
export const enumCheck = (name: string, column: AnyPgColumn, values: readonly string[]) =>
  check(name, sql`${column} in (${sql.raw(values.map((value) => `'${value}'`).join(', '))})`)
