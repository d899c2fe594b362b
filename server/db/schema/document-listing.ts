import { sql } from 'drizzle-orm'
import { type ExtraConfigColumn, index, text, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { timestamptz } from './columns.ts'

/** The columns of an agreement that exist for the list of all agreements. */
export const documentListing = {
  /** When the partner first opened the agreement to sign it. */
  openedAt: timestamptz(),
  /** The version of the text that was signed in the portal; the evidence of the signature has the text. */
  textVersion: varchar({ length: 40 }),
  /** The event in the agreed terms. A trigger sets it and `searchText`, also when the partner's profile changes. */
  eventName: varchar({ length: limits.name }),
  /** The names of the partner, of their business and of the event, in the form that searches compare. */
  searchText: text().notNull().default(''),
}

type ListedColumns = Record<
  keyof typeof documentListing | 'id' | 'signedAt' | 'endsOn' | 'createdAt',
  ExtraConfigColumn
>

/** Returns the indexes for both orders of a column. In both, the agreements without a value come last, newest first. */
const orders = (name: string, column: ExtraConfigColumn, { createdAt, id }: ListedColumns) => [
  index(`partner_documents_${name}`).on(column, createdAt.desc().nullsFirst(), id.desc().nullsFirst()),
  index(`partner_documents_${name}_desc`).on(
    column.desc().nullsLast(),
    createdAt.desc().nullsFirst(),
    id.desc().nullsFirst(),
  ),
]

export const documentListIndexes = (table: ListedColumns) => [
  ...orders('opened', table.openedAt, table),
  ...orders('event', table.eventName, table),
  ...orders('signed', table.signedAt, table),
  ...orders('ending', table.endsOn, table),
  index('partner_documents_search').using('gin', sql`${table.searchText} gin_trgm_ops`),
]
