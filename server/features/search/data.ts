import { and, asc, desc, eq, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { type PgColumn, union } from 'drizzle-orm/pg-core'
import { comparedText } from '#contract/compared-text.ts'
import { maxResultsOfKind } from '#contract/limits.ts'
import { buildOnce } from '#server/db/build-once.ts'
import type { Database } from '#server/db/client.ts'
import { plannedEachTime } from '#server/db/prepare-repeated.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { announcements } from '#server/db/schema/announcements.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'
import { users } from '#server/db/schema/users.ts'
import { compared, patternsOf } from '#server/db/search.ts'
import { isShown } from '#server/db/shown-announcements.ts'
import { agreementName, agreementTitle } from '#server/features/agreement-types/data.ts'
import type { Audience } from '#server/features/resources/access.ts'
import { visibleTo } from '#server/features/resources/data.ts'
import { isForAny, namesOf } from '#server/features/resources/list/data.ts'
import { matches, rank, readSearch } from '#server/features/resources/search/data.ts'
import { pick } from '#server/pick.ts'
import type { SearchScope } from './access.ts'

// Not all matches of frequent words are compared: these are enough to choose the best few from.
const maxCandidates = 200
// Trigram indexes find parts of words that have at least three letters. Shorter search words match only beginnings of words.
const minPartLength = 3

interface TextShape extends Record<string, string | boolean> {
  /** A letter for each search word: "p" when the word may occur inside another, "b" when it must begin one. */
  words: string
}

/** Returns the shape of the query for a search text, and the values of its placeholders. */
const readText = (typed: string) => {
  const words = patternsOf(typed).map((pattern) => pattern.slice(1, -1))
  const kinds = words.map((word) => (word.length < minPartLength ? 'b' : 'p'))
  const values: Record<string, string> = {}
  for (const [name, text] of Object.entries({ ...words, phrase: words.join(' ') })) {
    values[`part${name}`] = `%${text}%`
    values[`start${name}`] = `${text}%`
    values[`inner${name}`] = `% ${text}%`
  }
  return { shape: { words: kinds.join('') }, values }
}

const isLike = (text: SQL, name: string) => sql`${text} like ${sql.placeholder(name)}`

const beginsWord = (text: SQL, name: string | number) =>
  sql`(${isLike(text, `start${name}`)} or ${isLike(text, `inner${name}`)})`

/** Whether all words occur in a text that is already normalized for comparison. */
const hasWords = (text: SQL, { words }: TextShape) =>
  and(
    ...[...words].map((kind, index) =>
      kind === 'p' ? isLike(text, `part${index}`) : beginsWord(text, index),
    ),
  )

/** Sorts texts in which the whole search begins at a word before texts that only contain its words. */
const byPhrase = (text: SQL) => sql`${beginsWord(text, 'phrase')} desc`

// This condition goes into a subquery with a limit, so that only that many matches are sorted.
const candidates = (where: SQL | undefined) => sql`${sql.raw(plannedEachTime)} ${where}`

const partnersQuery = buildOnce((db, shape: TextShape) => {
  const { id, fullName, businessName, searchText } = partnerProfiles
  const found = db
    .select({ id, fullName, businessName, searchText })
    .from(partnerProfiles)
    .where(candidates(hasWords(sql`${searchText}`, shape)))
    .limit(maxCandidates)
    .as('found')
  return db
    .select({ id: found.id, fullName: found.fullName, businessName: found.businessName })
    .from(found)
    .orderBy(byPhrase(sql`${found.searchText}`), asc(found.businessName), asc(found.id))
    .limit(maxResultsOfKind)
})

const usersQuery = buildOnce((db, shape: TextShape) => {
  const { id, email, firstName, lastName, role, searchText } = users
  const found = db
    .select({ id, email, firstName, lastName, role, searchText })
    .from(users)
    .where(candidates(and(isNull(users.erasedAt), hasWords(sql`${searchText}`, shape))))
    .limit(maxCandidates)
    .as('found')
  return db
    .select(pick(found, 'id', 'email', 'firstName', 'lastName', 'role'))
    .from(found)
    .orderBy(byPhrase(sql`${found.searchText}`), asc(found.searchText), asc(found.id))
    .limit(maxResultsOfKind)
})

const isOfAny = (partnerId: PgColumn) => sql`${partnerId} = any(${sql.placeholder('partnerIds')}::uuid[])`

type OrderOfTasks = 'id' | 'taskName' | 'dueDate' | 'status'

const tasksQuery = buildOnce((db, { isOfSome, ...shape }: TextShape & { isOfSome: boolean }) => {
  const { id, partnerId, taskName, dueDate, status } = partnerTasks
  const matching = and(
    isNull(partnerTasks.deletedAt),
    isOfSome ? isOfAny(partnerId) : undefined,
    hasWords(compared(taskName), shape),
  )
  const found = db
    .select({ id, partnerId, taskName, dueDate, status })
    .from(partnerTasks)
    .where(candidates(matching))
    .limit(maxCandidates)
    .as('found')
  const order = ({ id, taskName, dueDate, status }: Record<OrderOfTasks, SQLWrapper>) => [
    sql`${status} = 'completed'`,
    byPhrase(compared(taskName)),
    asc(dueDate),
    asc(id),
  ]
  const best = db
    .select()
    .from(found)
    .orderBy(...order(found))
    .limit(maxResultsOfKind)
    .as('best')
  return db
    .select({
      ...pick(best, 'id', 'partnerId', 'taskName', 'dueDate', 'status'),
      businessName: partnerProfiles.businessName,
    })
    .from(best)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, best.partnerId))
    .orderBy(...order(best))
})

const activationsQuery = buildOnce((db, { isOfSome, ...shape }: TextShape & { isOfSome: boolean }) => {
  const { id, partnerId, name, activationDate, searchText } = partnerActivations
  const matching = and(isOfSome ? isOfAny(partnerId) : undefined, hasWords(sql`${searchText}`, shape))
  const found = db
    .select({ id, partnerId, name, activationDate, searchText })
    .from(partnerActivations)
    .where(candidates(matching))
    .limit(maxCandidates)
    .as('found')
  return db
    .select({
      ...pick(found, 'id', 'partnerId', 'name', 'activationDate'),
      businessName: partnerProfiles.businessName,
    })
    .from(found)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, found.partnerId))
    .orderBy(byPhrase(sql`${found.searchText}`), desc(found.activationDate), asc(found.id))
    .limit(maxResultsOfKind)
})

const conversationsQuery = buildOnce((db, shape: TextShape) => {
  // Conversations are found by the names of their people and of the partner, as in the inbox. Only the inbox searches the messages.
  const byUser = db
    .select({ id: users.id })
    .from(users)
    .where(candidates(hasWords(sql`${users.searchText}`, shape)))
    .limit(maxCandidates)
  const byPartner = db
    .select({ id: partnerProfiles.id })
    .from(partnerProfiles)
    .where(hasWords(sql`${partnerProfiles.searchText}`, shape))
    .limit(maxCandidates)
  const named = union(byUser, byPartner).as('named')
  // Each name is looked up by itself: a join would read all conversations for only a few names.
  const theirs = sql`(
    select id, last_message_at from ${chatConversations} where user_id = ${named.id} and last_seq > cleared_seq
    union all
    select id, last_message_at from ${chatConversations} where partner_id = ${named.id} and last_seq > cleared_seq
    union all
    select chat.id, last_message_at from ${partnerMembers} as member join ${chatConversations} as chat using (partner_id)
      where member.user_id = ${named.id} and last_seq > cleared_seq)`
  // This selects the few conversations to show before their names are read.
  const found = db
    .selectDistinct({
      id: sql<string>`theirs.id`.as('found_id'),
      lastMessageAt: sql`theirs.last_message_at`.mapWith(chatConversations.lastMessageAt).as('found_at'),
    })
    .from(named)
    .crossJoinLateral(sql`${theirs} as theirs`)
    .orderBy(desc(sql`found_at`), asc(sql`found_id`))
    .limit(maxResultsOfKind)
    .as('found')
  return db
    .select({
      id: found.id,
      ...pick(users, 'firstName', 'lastName', 'email'),
      businessName: partnerProfiles.businessName,
      lastMessageAt: found.lastMessageAt,
    })
    .from(found)
    .innerJoin(chatConversations, eq(chatConversations.id, found.id))
    .leftJoin(partnerProfiles, eq(partnerProfiles.id, chatConversations.partnerId))
    .innerJoin(users, eq(users.id, sql`coalesce(${chatConversations.userId}, ${partnerProfiles.userId})`))
    .orderBy(desc(found.lastMessageAt), asc(found.id))
})

const searchResources = async (db: Database, audience: Audience | null, typed: string) => {
  const search = readSearch(typed)
  if (!audience || !search) return []
  const forStaff = audience === 'staff'
  return resourcesQuery(db, { forStaff }).execute({ ...namesOf(audience), query: search.text })
}

const resourcesQuery = buildOnce((db, { forStaff }: { forStaff: boolean }) => {
  const search = { text: sql.placeholder('query') }
  const { id, title, category, fileType } = resourceFiles
  const visible = and(visibleTo('staff'), forStaff ? undefined : isForAny('names'))
  const found = db
    .select({ id, title, category, fileType, fit: rank(search).as('fit') })
    .from(resourceFiles)
    .where(candidates(and(visible, matches(search))))
    .limit(maxCandidates)
    .as('found')
  return db
    .select({ id: found.id, title: found.title, category: found.category, fileType: found.fileType })
    .from(found)
    .orderBy(desc(found.fit), asc(found.title), asc(found.id))
    .limit(maxResultsOfKind)
})

const agreementsQuery = buildOnce((db) => {
  const { id, documentType, status, declinedAt, voidedAt, endsOn, partnerId, createdAt } = partnerDocuments
  const documentName = agreementName(documentType)
  return db
    .select({
      id,
      documentType,
      documentName,
      title: agreementTitle(documentType, sql`null`),
      status,
      declinedAt,
      voidedAt,
      endsOn,
      partnerId,
      businessName: partnerProfiles.businessName,
    })
    .from(partnerDocuments)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerId))
    .where(isOfAny(partnerId))
    .orderBy(asc(createdAt), asc(id))
})

const announcementsQuery = buildOnce((db, { isOfSome, ...shape }: TextShape & { isOfSome: boolean }) => {
  const { id, title, publishAt } = announcements
  const isFor = sql`${announcements.audience} && ${sql.placeholder('keys')}::text[]`
  // There are few announcements, so each is compared.
  return db
    .select({ id, title, publishAt })
    .from(announcements)
    .where(and(isOfSome ? and(isShown, isFor) : undefined, hasWords(compared(title), shape)))
    .orderBy(byPhrase(compared(title)), desc(publishAt), asc(id))
    .limit(maxResultsOfKind)
})

/** Searches the agreements of partners. A partner has few, so their names are compared here instead of in the database. */
const searchAgreements = async (db: Database, partnerIds: string[], typed: string) => {
  const words = comparedText(typed).split(' ')
  const documents = await agreementsQuery(db, {}).execute({ partnerIds })
  const hasAll = (names: string) => words.every((word) => comparedText(names).includes(word))
  return documents
    .filter(({ documentType, documentName, title }) => hasAll(`${documentName} ${title} ${documentType}`))
    .slice(0, maxResultsOfKind)
    .map(({ documentType: _type, title: _title, ...found }) => found)
}

/** Returns the best few matches of each kind within the scope. */
export const searchAll = async (
  db: Database,
  { isStaff, library, tasksOf, agreementsOf, reader }: SearchScope,
  typed: string,
) => {
  const { shape, values } = readText(typed)
  const isOfSome = tasksOf !== null
  const [partners, found, resources, tasks, activations, agreements, announced, conversations] =
    await Promise.all([
      isStaff ? partnersQuery(db, shape).execute(values) : [],
      isStaff ? usersQuery(db, shape).execute(values) : [],
      searchResources(db, library, typed),
      tasksQuery(db, { ...shape, isOfSome }).execute({ ...values, partnerIds: tasksOf }),
      activationsQuery(db, { ...shape, isOfSome }).execute({ ...values, partnerIds: tasksOf }),
      agreementsOf.length > 0 ? searchAgreements(db, agreementsOf, typed) : [],
      announcementsQuery(db, { ...shape, isOfSome }).execute({ ...values, keys: reader?.keys }),
      isStaff ? conversationsQuery(db, shape).execute(values) : [],
    ])
  const files = { resources, announcements: announced }
  return { partners, users: found, ...files, tasks, activations, agreements, conversations }
}
