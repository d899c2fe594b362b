import { sql } from 'drizzle-orm'
import { type AnyPgColumn, check, customType, timestamp, uuid } from 'drizzle-orm/pg-core'

export const primaryId = () => uuid().primaryKey().default(sql`gen_random_uuid()`)

/** A moment, with its time zone, to the millisecond: what a JavaScript Date represents without loss. */
export const timestamptz = () => timestamp({ withTimezone: true, precision: 3 })

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })

/** Refers to a row that it belongs to, and with which it is deleted. */
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
