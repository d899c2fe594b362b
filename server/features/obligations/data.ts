import { and, asc, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type ObligationStatus, obligationKindLabels, operationalKinds } from '#contract/obligations/kinds.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { obligations, passing } from '#server/db/schema/obligations.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { attachedFileColumns } from '#server/features/files/attached/data.ts'
import { pick } from '#server/pick.ts'

// As a query of its own, the day is computed once for each statement, and not for each row.
const todayInUtc = sql`(select (now() at time zone 'utc')::date)`

/** Whether the day of an obligation has ended at its place. `table` is the table or its alias. */
const isOver = (table: SQLWrapper) => sql`(${table}.due_on <= ${todayInUtc}
  -- A day before yesterday in UTC is over everywhere, so the time zone decides only about the last days.
  and (${table}.due_on < ${todayInUtc} - 1 or ${table}.due_on < local_time(now(), ${table}.time_zone)::date))`

/** Whether an obligation is late: open after its day has ended at the place, unless it passes by itself. */
export const isLateIn = (
  table: SQLWrapper,
) => sql<boolean>`(${table}.status = 'open' and ${table}.kind not in (${passing})
  -- Costs beyond the fee are only owed once an invoice says how much.
  and (${table}.kind <> 'additional_costs' or ${table}.amount_cents is not null) and ${isOver(table)})`

const own = sql`"obligations"`

/** Whether an open obligation has passed by itself at the place. */
export const openHasPassed = sql<boolean>`(${isOver(own)} and ${own}.kind in (${passing}))`

/** Whether an obligation has passed by itself at the place, and asks nothing of anybody any more. */
const hasPassed = sql<boolean>`(${own}.status = 'open' and ${openHasPassed})`

export const isLate = isLateIn(own)

/** The SQL expression for the name of a kind. */
export const obligationName = (kind: SQLWrapper) =>
  sql<string>`case ${kind} ${sql.raw(
    Object.entries(obligationKindLabels)
      .map(([name, label]) => `when '${name}' then '${label}'`)
      .join(' '),
  )} end`

export const obligationColumns = {
  ...pick(obligations, 'id', 'partnerId', 'activationId', 'documentId', 'kind', 'owedBy', 'amountCents'),
  ...pick(obligations, 'currency', 'paidCents', 'dueOn', 'time', 'status', 'clause', 'closedFor', 'note'),
  ...pick(obligations, 'filePath', 'fileName', 'fileType', 'fileSize', 'updatedAt'),
  isLate,
  hasPassed,
}

const nextDueFirst = [asc(obligations.dueOn), asc(obligations.id)]

const listWhere = (db: Executor, condition: SQL | undefined) =>
  db
    .select(obligationColumns)
    .from(obligations)
    .where(condition)
    .orderBy(...nextDueFirst)

export const listOfActivation = (db: Executor, activationId: string) =>
  listWhere(db, eq(obligations.activationId, activationId))

export const listOfDocument = (db: Executor, documentId: string) =>
  listWhere(db, eq(obligations.documentId, documentId))

/** The obligations of a partner that a reader may see. */
export interface OwnFilter {
  partnerId: string
  status?: ObligationStatus | undefined
  /** Whether to leave out what members do not see who may not sign. */
  isOperational: boolean
}

const isOwn = ({ partnerId, status, isOperational }: OwnFilter) =>
  and(
    eq(obligations.partnerId, partnerId),
    status && eq(obligations.status, status),
    isOperational ? inArray(obligations.kind, operationalKinds) : undefined,
  )

export const listOwn = (db: Executor, filter: OwnFilter, { page, limit }: Page) =>
  listWhere(db, isOwn(filter))
    .limit(limit)
    .offset((page - 1) * limit)

export const countOwn = (db: Executor, filter: OwnFilter) => db.$count(obligations, isOwn(filter))

export const getObligation = (db: Executor, id: string) =>
  findRow(db.select(obligationColumns).from(obligations), eq(obligations.id, id))

export const lockObligation = (tx: Executor, id: string) =>
  lockRow(tx.select(obligationColumns).from(obligations), eq(obligations.id, id))

/** Returns the partner of an activation; undefined if there is no such activation. */
export const getActivationPartner = async (db: Executor, id: string) =>
  (
    await findRow(
      db.select(pick(partnerActivations, 'partnerId')).from(partnerActivations),
      eq(partnerActivations.id, id),
    )
  )?.partnerId

/** Returns the partner of an agreement; undefined if there is no such agreement. */
export const getDocumentPartner = async (db: Executor, id: string) =>
  (
    await findRow(
      db.select(pick(partnerDocuments, 'partnerId')).from(partnerDocuments),
      eq(partnerDocuments.id, id),
    )
  )?.partnerId

/** Returns the evidence of an obligation as a stored file. */
export const getEvidenceFile = (db: Executor, filePath: string) =>
  findRow(
    db
      .select({ ...pick(obligations, 'partnerId', 'kind'), ...attachedFileColumns(obligations, 'Evidence') })
      .from(obligations),
    eq(obligations.filePath, filePath),
  )
