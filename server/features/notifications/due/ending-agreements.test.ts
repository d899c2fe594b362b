import { and, asc, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createDocument, createPartner, createUser, signedOnPaper } from '#test/factories.ts'
import { notifyOfWhatIsDue } from './data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

// The users are in UTC, since reminders are sent at 8 AM in the time zone of their reader.
const staff = await createUser(portal, { role: 'support', timeZone: 'UTC' })

const signedUntil = async (endsOn: string | null, user: { timeZone?: string } = {}, values = {}) => {
  const partner = await createPartner(portal, { status: 'completed', user: { timeZone: 'UTC', ...user } })
  const { id } = await createDocument(portal, {
    partnerId: partner.profile.id,
    documentType: 'nda',
    ...signedOnPaper(),
    endsOn,
    ...values,
  })
  return { id, partner }
}

const noticesOf = (documentId: string, { id }: { id: string }) =>
  db
    .select()
    .from(notifications)
    .where(and(eq(notifications.documentId, documentId), eq(notifications.userId, id)))
    .orderBy(asc(notifications.createdAt))

const at = (time: string) => notifyOfWhatIsDue(db, new Date(time))

describe('the reminder of the end of an agreement', () => {
  test('is sent thirty days before, in the morning, once to the partner and to staff', async () => {
    const { id, partner } = await signedUntil('2031-06-30')
    await at('2031-05-31T07:59:00Z')
    expect(await noticesOf(id, partner.user)).toEqual([])
    await at('2031-05-31T08:00:00Z')
    await Promise.all([at('2031-05-31T08:01:00Z'), at('2031-05-31T08:01:00Z')])
    await at('2031-06-20T12:00:00Z')
    expect(await noticesOf(id, partner.user)).toMatchObject([
      {
        kind: 'agreement_changed',
        title: 'Ending soon: NDA',
        detail: 'Ends on Jun 30, 2031',
        emailDueAt: expect.any(Date),
      },
    ])
    expect(await noticesOf(id, staff)).toMatchObject([
      {
        kind: 'agreement_attention',
        title: `Ending soon: NDA · ${partner.profile.businessName}`,
        partnerId: partner.profile.id,
        emailDueAt: expect.any(Date),
      },
    ])
  })

  test('is sent in the morning of the reader', async () => {
    const { id, partner } = await signedUntil('2031-06-30', { timeZone: 'America/New_York' })
    await at('2031-05-31T11:59:00Z')
    expect(await noticesOf(id, partner.user)).toEqual([])
    await at('2031-05-31T12:00:00Z')
    expect(await noticesOf(id, partner.user)).toHaveLength(1)
  })

  test('is sent later if the portal was off, until the day before the end', async () => {
    const late = await signedUntil('2032-03-31')
    await at('2032-03-30T09:00:00Z')
    expect(await noticesOf(late.id, late.partner.user)).toHaveLength(1)
    const tooLate = await signedUntil('2032-03-31')
    await at('2032-03-31T09:00:00Z')
    await at('2032-04-02T09:00:00Z')
    expect(await noticesOf(tooLate.id, tooLate.partner.user)).toEqual([])
  })

  test('is sent again for another end date', async () => {
    const { id, partner } = await signedUntil('2033-03-31')
    await at('2033-03-15T09:00:00Z')
    const setEnd = (endsOn: string) =>
      db.update(partnerDocuments).set({ endsOn }).where(eq(partnerDocuments.id, id))
    await setEnd('2033-04-10')
    await at('2033-03-16T09:00:00Z')
    await at('2033-03-17T09:00:00Z')
    await setEnd('2034-03-31')
    await at('2033-03-18T09:00:00Z')
    expect((await noticesOf(id, partner.user)).map(({ detail }) => detail)).toEqual([
      'Ends on Mar 31, 2033',
      'Ends on Apr 10, 2033',
    ])
  })

  test.each([
    ['that is voided', { voidedAt: new Date() }],
    ['that is not signed', { status: 'pending', signedAt: null, signatureData: null }],
  ])('is not sent for an agreement %s', async (_what, values) => {
    const { id, partner } = await signedUntil('2035-06-30', {}, values)
    await at('2035-06-10T09:00:00Z')
    expect(await noticesOf(id, partner.user)).toEqual([])
    expect(await noticesOf(id, staff)).toEqual([])
  })

  test('is never sent for an agreement without an end', async () => {
    const { id, partner } = await signedUntil(null)
    await at('2035-06-10T09:00:00Z')
    expect(await noticesOf(id, partner.user)).toEqual([])
  })
})
