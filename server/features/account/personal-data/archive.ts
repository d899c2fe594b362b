import { maxRows, type Page } from '#contract/paging.ts'
import { activityKindLabels, activityKindOf, activityTypeLabels } from '#contract/partners/activity.ts'
import type { Deps } from '#server/deps.ts'
import { libraryAudienceOf } from '#server/features/activations/access.ts'
import { listActivations } from '#server/features/activations/data.ts'
import { listMessages, type MessageRow } from '#server/features/chat/data.ts'
import { getCountersignature } from '#server/features/documents/countersigning/data.ts'
import { getSignature, listDocuments, signedName } from '#server/features/documents/data.ts'
import { forPartner } from '#server/features/documents/for-partner.ts'
import { signedText } from '#server/features/documents/signed-text.ts'
import { listDrafts } from '#server/features/drafts/data.ts'
import { distinctNames, downloadName } from '#server/features/files/file-name.ts'
import { onlyClean } from '#server/features/files/scans/clean-files.ts'
import { heldFilesEntry } from '#server/features/files/scans/held-entry.ts'
import { textEntry, type ZipEntry } from '#server/features/files/zip.ts'
import { listOwnNotices } from '#server/features/notifications/data.ts'
import { listDigests } from '#server/features/notifications/digest/data.ts'
import { getProfile } from '#server/features/partners/profile/data.ts'
import { listTasks } from '#server/features/tasks/data.ts'
import { forPartner as taskForPartner } from '#server/features/tasks/for-partner.ts'
import { listPartnerProofs } from '#server/features/tasks/work/data.ts'
import { withoutAuthor } from '#server/http/without-author.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { getPicture } from '../picture/data.ts'
import * as data from './data.ts'
import { readmeText } from './readme.ts'

type ArchiveDeps = Pick<Deps, 'db' | 'store' | 'settings'>

const jsonEntry = (name: string, value: unknown) => textEntry(name, `${JSON.stringify(value, null, 2)}\n`)

/** All rows of a list that has pages. */
const listAll = async <Row>(list: (page: Page) => PromiseLike<Row[]>) => {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const next = await list({ page, limit: maxRows })
    rows.push(...next)
    if (next.length < maxRows) return rows
  }
}

/** Leaves out what is empty. */
function* listEntry(name: string, rows: readonly unknown[]) {
  if (rows.length > 0) yield jsonEntry(name, rows)
}

/** What the portal stores of a user, but for what staff did (audit log), and nothing of anyone else, read one part after the other. */
export async function* personalArchive(deps: ArchiveDeps, user: SignedInUser): AsyncGenerator<ZipEntry> {
  const { db, settings } = deps
  const { id, email, partnerId } = user
  yield textEntry('README.txt', readmeText(settings.companyName, email, new Date()))
  yield jsonEntry('account.json', await data.getAccount(db, id))
  yield textEntry('sign-ins.json', signInsText(deps, id))
  const picture = (await getPicture(db, id))?.objectKey
  if (picture) {
    yield { name: 'picture.webp', date: new Date(), read: () => deps.store.read(fileKey(picture)) }
  }
  const held: string[] = []
  yield* listEntry('drafts.json', await listDrafts(db, id))
  if (partnerId) yield* partnerEntries(deps, partnerId, user, held)
  yield* messageEntries(deps, id, held)
  yield* teamMessageEntries(deps, id)
  yield* teamCommentEntries(deps, id, partnerId)
  yield* pagesEntry('emails.json', data.listOwnEmails(db, user, settings.companyName), withoutId)
  yield* pagesEntry('notifications.json', listOwnNotices(db, id, data.pageSize), withoutId)
  yield* listEntry('weekly-digests.json', await listDigests(db, id))
  yield* pagesEntry('announcements.json', data.listOwnReads(db, id), withoutId)
  yield* pagesEntry('downloads.json', data.listOwnDownloads(db, id), withoutId)
  yield* heldFilesEntry(held, 'NOT INCLUDED.txt')
}

interface ArchivedFile {
  name: string
  date: Date
  objectKey: string
}

/** The files that may leave the store; the names of the others are added to `held`. */
async function* fileEntries(deps: ArchiveDeps, files: ArchivedFile[], held: string[]) {
  const clean = new Set(await onlyClean(deps, files))
  for (const file of files) {
    const { name, date, objectKey } = file
    if (clean.has(file)) yield { name, date, read: () => deps.store.read(fileKey(objectKey)) }
    else held.push(name)
  }
}

async function* partnerEntries(
  deps: ArchiveDeps,
  partnerId: string,
  user: SignedInUser,
  held: string[],
): AsyncGenerator<ZipEntry> {
  const { db } = deps
  yield jsonEntry('profile.json', await getProfile(db, partnerId))
  const documents = await listAll((page) => listDocuments(db, partnerId, page))
  yield* listEntry('agreements.json', documents.map(forPartner))
  const agreementName = distinctNames()
  const scans: ArchivedFile[] = []
  for (const document of documents) {
    const signature = await getSignature(db, document.id)
    const { documentName, signedAt, documentPath, fileType } = document
    if (!signedAt) continue
    const nameOf = (type: string) =>
      `agreements/${agreementName(`${signedName({ documentName, signedAt })}.${type}`)}`
    if (signature)
      yield textEntry(nameOf('txt'), signedText(signature, await getCountersignature(db, document.id)))
    else if (documentPath && fileType) {
      scans.push({ name: nameOf(fileType), date: signedAt, objectKey: documentPath })
    }
  }
  yield* fileEntries(deps, scans, held)
  const tasks = await listAll((page) => listTasks(db, partnerId, page))
  yield* listEntry('tasks.json', tasks.map(taskForPartner))
  const taskFileName = distinctNames()
  const files = tasks.flatMap(({ filePath, fileType, fileName, taskName, updatedAt }) => {
    if (filePath === null || fileType === null) return []
    const name = `tasks/${taskFileName(downloadName(fileName ?? taskName, fileType))}`
    return [{ name, date: updatedAt, objectKey: filePath }]
  })
  for (const { filePath, fileType, fileName, taskName, createdAt } of await listPartnerProofs(
    db,
    partnerId,
  )) {
    const name = `tasks/${taskFileName(downloadName(fileName ?? taskName, fileType))}`
    files.push({ name, date: createdAt, objectKey: filePath })
  }
  yield* fileEntries(deps, files, held)
  yield* pagesEntry('task-comments.json', data.listTaskComments(db, partnerId, user.id), withoutId)
  const activations = await listAll((page) => listActivations(db, libraryAudienceOf(user), partnerId, page))
  yield* listEntry('activations.json', activations.map(withoutAuthor))
  yield* pagesEntry(
    'activity.json',
    data.listOwnActivities(db, partnerId, user.id),
    ({ activityType, description, createdAt, by }) => ({
      kind: activityKindLabels[activityKindOf(activityType)],
      what: activityTypeLabels[activityType],
      description,
      createdAt,
      by,
    }),
  )
}

type ReadPage<Row> = (last: Row | undefined) => PromiseLike<Row[]>

/** Rows of a list that is read in pages, of which the first has been read, as the text of a JSON array. */
async function* jsonArray<Row>(first: Row[], readPage: ReadPage<Row>, shown: (row: Row) => unknown) {
  let page = first
  let separator = '\n'
  yield '['
  for (;;) {
    for (const row of page) {
      yield separator + JSON.stringify(shown(row))
      separator = ',\n'
    }
    if (page.length < data.pageSize) break
    page = await readPage(page.at(-1))
  }
  yield '\n]\n'
}

/** Leaves out what is empty. */
async function* pagesEntry<Row>(name: string, readPage: ReadPage<Row>, shown: (row: Row) => unknown) {
  const first = await readPage(undefined)
  if (first.length > 0) yield textEntry(name, jsonArray(first, readPage, shown))
}

const withoutId = <Row extends { id: string }>({ id: _id, ...shown }: Row) => shown

async function* signInsText({ db }: ArchiveDeps, userId: string) {
  yield '{\n'
  for (const [name, rows] of Object.entries(await data.getSignIns(db, userId))) {
    yield `"${name}": ${JSON.stringify(rows, null, 2)},\n`
  }
  yield '"events": '
  const readPage = data.listOwnEvents(db, userId)
  yield* jsonArray(await readPage(undefined), readPage, withoutId)
  yield '}\n'
}

const senderOf = ({ isSupport, kind }: MessageRow) => {
  if (!isSupport) return 'you'
  return kind === 'away' ? 'automatic reply' : 'Partner team'
}

async function* messageEntries(deps: ArchiveDeps, userId: string, held: string[]): AsyncGenerator<ZipEntry> {
  const { db } = deps
  const readPage = (last?: MessageRow) =>
    listMessages(db, userId, { after: last?.seq ?? 0, limit: data.pageSize })
  const files: ArchivedFile[] = []
  const nameOf = distinctNames()
  const shown = (row: MessageRow) => {
    const file = row.file && `messages/${nameOf(downloadName(row.file.fileName, row.file.fileType))}`
    if (row.file && file) files.push({ name: file, date: row.createdAt, objectKey: row.file.filePath })
    return { from: senderOf(row), message: row.message, sentAt: row.createdAt, file }
  }
  yield* pagesEntry('messages.json', readPage, shown)
  yield* fileEntries(deps, files, held)
}

const teamMessageEntries = ({ db }: ArchiveDeps, userId: string) =>
  pagesEntry('team-messages.json', data.listTeamMessages(db, userId), ({ message, fileName, createdAt }) => ({
    message,
    sentAt: createdAt,
    fileName,
  }))

const teamCommentEntries = ({ db }: ArchiveDeps, userId: string, ownPartnerId: string | null) =>
  pagesEntry(
    'team-task-comments.json',
    data.listTeamComments(db, userId, ownPartnerId),
    ({ comment, createdAt }) => ({ comment, writtenAt: createdAt }),
  )
