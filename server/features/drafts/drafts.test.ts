import { sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { formDrafts } from '#server/db/schema/drafts.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser, profileForm } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'

import { signing } from '#test/signing.ts'

const portal = await createTestApp()
afterAll(portal.close)

const urlOf = (form: string) => `/api/drafts/${form}`
const profileUrl = urlOf('profile')
const none = { values: {}, updatedAt: null }
const first = { values: { businessName: 'Harborview Hall' }, updatedAt: null }

const signInPartner = async () => {
  const partner = await createPartner(portal)
  const documentUrl = urlOf(documentIdOf(partner, 'nda'))
  return { partner, documentUrl, browser: await portal.signIn(partner.user) }
}

test('what a user types on one device appears on another, and for nobody else', async () => {
  const { partner, documentUrl, browser } = await signInPartner()
  expect((await browser.get(profileUrl)).json()).toEqual(none)
  const saved = await browser.put(profileUrl, first)
  expect(saved.statusCode).toBe(200)
  expect((await browser.put(documentUrl, { values: { venue: 'Hall' }, updatedAt: null })).statusCode).toBe(
    200,
  )
  const phone = await portal.signIn(partner.user)
  expect((await phone.get(profileUrl)).json()).toEqual(saved.json())
  expect((await phone.get(documentUrl)).json().values).toEqual({ venue: 'Hall' })
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  for (const url of [profileUrl, documentUrl]) expect((await staff.get(url)).json()).toEqual(none)
})

describe('a draft that another tab has changed', () => {
  test('is not overwritten by one that has not seen it', async () => {
    const { browser } = await signInPartner()
    const { updatedAt } = (await browser.put(profileUrl, first)).json()
    const newer = await browser.put(profileUrl, { values: { businessName: 'Newer Hall' }, updatedAt })
    for (const seen of [null, updatedAt]) {
      const response = await browser.put(profileUrl, { values: { businessName: 'Older' }, updatedAt: seen })
      expect(response.statusCode).toBe(409)
    }
    expect((await browser.get(profileUrl)).json()).toEqual(newer.json())
  })

  test('gets a later time at every change', async () => {
    const { browser } = await signInPartner()
    const moments: string[] = []
    for (let change = 0; change < 5; change++) {
      const updatedAt = moments.at(-1) ?? null
      moments.push((await browser.put(profileUrl, { ...first, updatedAt })).json().updatedAt)
    }
    expect(new Set(moments).size).toBe(5)
    expect(moments.toSorted()).toEqual(moments)
  })

  test('is created by one of two tabs that start at the same time', async () => {
    const { browser } = await signInPartner()
    const responses = await Promise.all([browser.put(profileUrl, first), browser.put(profileUrl, first)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  })
})

describe('a draft is deleted', () => {
  test('when the profile is sent, and a late save from another tab does not bring it back', async () => {
    const { browser } = await signInPartner()
    const { updatedAt } = (await browser.put(profileUrl, first)).json()
    expect((await browser.post('/api/partner/profile', profileForm)).statusCode).toBe(200)
    expect((await browser.get(profileUrl)).json()).toEqual(none)
    expect((await browser.put(profileUrl, { values: first.values, updatedAt })).statusCode).toBe(409)
  })

  test('when its agreement is signed, and no new one can be stored after that', async () => {
    const { browser, documentUrl } = await signInPartner()
    await browser.put(documentUrl, first)
    expect((await browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
    expect((await browser.get(documentUrl)).json()).toEqual(none)
    expect((await browser.put(documentUrl, first)).statusCode).toBe(404)
  })

  test('when its agreement is marked as signed on paper', async () => {
    const { partner, browser, documentUrl } = await signInPartner()
    await browser.put(documentUrl, first)
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const url = `/api/partner/documents/${documentIdOf(partner, 'nda')}`
    expect((await staff.put(url, { status: 'signed' })).statusCode).toBe(200)
    expect((await browser.get(documentUrl)).json()).toEqual(none)
  })

  test('after 90 days without a change, not before', async () => {
    const { partner, browser } = await signInPartner()
    const other = await signInPartner()
    for (const each of [browser, other.browser]) await each.put(profileUrl, first)
    const age = (userId: string, days: number) =>
      portal.db
        .update(formDrafts)
        .set({ updatedAt: sql`now() - make_interval(days => ${days}, hours => 1)` })
        .where(sql`user_id = ${userId}`)
    await age(partner.user.id, 90)
    await age(other.partner.user.id, 89)
    await sweep(portal.deps)
    expect((await browser.get(profileUrl)).json()).toEqual(none)
    expect((await other.browser.get(profileUrl)).json().values).toEqual(first.values)
  })
})

test('staff who view the portal as the partner neither read nor write drafts', async () => {
  const { partner, browser } = await signInPartner()
  await browser.put(profileUrl, first)
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  expect((await staff.post(`/api/admin/partners/${partner.profile.id}/view`, {})).statusCode).toBe(204)
  expect((await staff.get(profileUrl)).statusCode).toBe(403)
  expect((await staff.put(profileUrl, first)).statusCode).toBe(403)
})

test.each([
  [
    'more fields than any form has',
    Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`f${n}`, 'x'])),
  ],
  [
    'more text than any form takes',
    Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`f${n}`, 'x'.repeat(5_000)])),
  ],
  ['more text than any field takes', { setupDetails: 'x'.repeat(5_001) }],
  ['what is no text', { venue: { a: 1 } }],
  ['characters that cannot be stored', { venue: 'a\0b' }],
])('refuses %s', async (_what, values) => {
  const { browser } = await signInPartner()
  expect((await browser.put(profileUrl, { values, updatedAt: null })).statusCode).toBe(400)
})
