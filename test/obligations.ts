import { obligations, termAnswers } from '#server/db/schema/obligations.ts'
import type { TestApp } from './app.ts'
import { createDocument, type createPartner, createUpload } from './factories.ts'
import { documentIdOf } from './partner-rows.ts'

type NewObligation = Partial<typeof obligations.$inferInsert> & { partnerId: string }

/** Creates an obligation of a partner, by default the last day to change the number of guests, of an agreement of its own. */
export const createObligation = async (portal: TestApp, given: NewObligation) => {
  const documentId = given.documentId ?? (await createDocument(portal, { partnerId: given.partnerId })).id
  const usual = {
    kind: 'guest_count',
    owedBy: 'partner',
    dueOn: '2049-04-07',
    timeZone: 'America/New_York',
    clause: '5.2',
  } as const
  const [row] = await portal.db
    .insert(obligations)
    .values({ ...usual, ...given, documentId })
    .returning()
  if (!row) throw new Error('no row came back')
  return row
}

/** Adds to a partner's agreement what is asked about its terms, and an obligation that the owner has marked as done. Its texts contain a word. */
export const addObligation = async (
  portal: TestApp,
  partner: Awaited<ReturnType<typeof createPartner>>,
  word: string,
) => {
  const { user, profile } = partner
  const of = { partnerId: profile.id, documentId: documentIdOf(partner, 'venue_partnership_agreement') }
  const { objectKey, fileName, fileType, fileSize, sha256 } = await createUpload(portal, {
    userId: user.id,
    purpose: 'proof',
    state: 'registered',
    usedAt: new Date(),
    fileName: `${word} count.txt`,
  })
  const file = { filePath: objectKey, fileName, fileType, fileSize, fileSha256: sha256 }
  await createObligation(portal, {
    ...of,
    ...file,
    status: 'done',
    note: `${word} counted`,
    decidedBy: user.id,
  })
  await portal.db.insert(termAnswers).values({ ...of, asked: ['eventDates'] })
  return objectKey
}
