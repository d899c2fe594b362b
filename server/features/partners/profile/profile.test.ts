import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createUser, profileForm as form } from '#test/factories.ts'
import { activitiesOf, activityTypesOf, documentsOf } from '#test/partner-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/profile'

const signInNewcomer = async () => portal.signIn(await createUser(portal))

const profilesOf = (userId: string) =>
  portal.db.select().from(partnerProfiles).where(eq(partnerProfiles.userId, userId))
describe('reading the profile', () => {
  test('returns the partner’s own with Appendix A, and nobody else’s', async () => {
    const { user, profile } = await createPartner(portal, { eventName: 'Spring weekend', phoneNumber: '555' })
    await createPartner(portal)
    const response = await (await portal.signIn(user)).get(url)
    expect(response.statusCode).toBe(200)
    expect(response.json<PartnerProfile>()).toMatchObject({
      id: profile.id,
      userId: user.id,
      onboardingStatus: 'documents',
      eventName: 'Spring weekend',
      phoneNumber: '555',
      territory: null,
    })
  })

  test('is refused as not found for a user without one and for staff', async () => {
    const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    for (const browser of [await signInNewcomer(), staff]) {
      const response = await browser.get(url)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ message: 'Not found', code: 'not_found' })
    }
  })

  test('is refused for a visitor', async () => {
    expect((await portal.visit().get(url)).json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
  })
})

describe('the first submission of the form', () => {
  test('creates the profile with both agreements to sign, and sets its status to documents', async () => {
    const user = await createUser(portal)
    const response = await (await portal.signIn(user)).post(url, { ...form, fullName: '  Dana Whitfield ' })
    expect(response.statusCode).toBe(201)
    expect(response.json()).toMatchObject({ ...form, userId: user.id, onboardingStatus: 'documents' })

    const [profile] = await profilesOf(user.id)
    expect(profile).toMatchObject({ ...form, facebookUrl: null, phoneNumber: null })
    const documents = await documentsOf(portal, { profile: { id: profile?.id ?? '' } })
    expect(documents.map(({ documentType, status }) => `${documentType} ${status}`).sort()).toEqual([
      'nda pending',
      'venue_partnership_agreement pending',
    ])
    expect(await activityTypesOf(portal, { profile: { id: profile?.id ?? '' } })).toEqual(['profile_created'])
  })

  test('twenty times at once creates one profile with two agreements', async () => {
    const user = await createUser(portal)
    const browser = await portal.signIn(user)
    const responses = await Promise.all(Array.from({ length: 20 }, () => browser.post(url, form)))
    const statuses = responses.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(19).fill(200), 201])
    const profiles = await profilesOf(user.id)
    expect(profiles).toHaveLength(1)
    expect(await documentsOf(portal, { profile: { id: profiles[0]?.id ?? '' } })).toHaveLength(2)
  })

  test('by a visitor creates nothing', async () => {
    const before = await portal.db.$count(partnerProfiles)
    expect((await portal.visit().post(url, form)).statusCode).toBe(401)
    expect(await portal.db.$count(partnerProfiles)).toBe(before)
  })
})

describe('a later submission', () => {
  test('during onboarding changes the profile and leaves the agreements unchanged', async () => {
    const { user, profile, documents } = await createPartner(portal)
    const response = await (await portal.signIn(user)).post(url, { ...form, businessName: 'The Annex' })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ id: profile.id, businessName: 'The Annex' })
    expect((await documentsOf(portal, { profile })).map(({ id }) => id).sort()).toEqual(
      documents.map(({ id }) => id).sort(),
    )
    expect(await activityTypesOf(portal, { profile })).toEqual(['profile_updated'])
  })

  test('confirms what staff have entered, and the status changes from profile to documents', async () => {
    const { user, profile } = await createPartner(portal, { status: 'profile', territory: 'Mobile County' })
    const response = await (await portal.signIn(user)).post(url, form)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ onboardingStatus: 'documents', territory: 'Mobile County' })
    expect(await activityTypesOf(portal, { profile })).toEqual(['profile_confirmed'])
  })

  test('confirms the profile and completes onboarding when both agreements are already signed on paper', async () => {
    const { user, profile } = await createPartner(portal, { status: 'profile' })
    await portal.db
      .update(partnerDocuments)
      .set({ status: 'signed', signedAt: new Date() })
      .where(eq(partnerDocuments.partnerId, profile.id))
    const response = await (await portal.signIn(user)).post(url, form)
    expect(response.json()).toMatchObject({ onboardingStatus: 'completed' })
  })

  test('after onboarding changes the profile, records what changed in the activity, and leaves signed agreements unchanged', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const signed = await documentsOf(portal, partner)
    const browser = await portal.signIn(partner.user)
    const change = { ...form, businessName: 'Harbor Annex', phoneNumber: '(555) 010-0199' }
    const response = await browser.post(url, change)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({ businessName: 'Harbor Annex', onboardingStatus: 'completed' })
    expect(await documentsOf(portal, partner)).toEqual(signed)
    const last = (await activitiesOf(portal, partner)).find(
      ({ activityType }) => activityType === 'profile_updated',
    )
    expect(last?.description).toMatch(/^Profile updated: .*Business name/)
    const before = await activitiesOf(portal, partner)
    expect((await browser.post(url, change)).statusCode).toBe(200)
    expect(await activitiesOf(portal, partner)).toEqual(before)
  })

  test('after onboarding notifies all staff, once for changes in a row, and the activity shows what changed', async () => {
    const { user, profile } = await createPartner(portal, { status: 'completed' })
    const team = await Promise.all(
      (['support', 'admin'] as const).map(async (role) => portal.signIn(await createUser(portal, { role }))),
    )
    const noticesOf = async (browser: Browser) => {
      const rows = (await browser.get('/api/notifications')).json<Notification[]>()
      return rows.filter(({ subject }) => subject?.id === profile.id)
    }
    const browser = await portal.signIn(user)
    expect(
      (await browser.put('/api/drafts/profile', { values: { fullName: 'Da' }, updatedAt: null })).statusCode,
    ).toBe(200)
    for (const change of [{}, { businessName: 'Harbor Annex' }, { fullName: 'Dana Reyes' }]) {
      const { updatedAt: _at, ...current } = (await browser.get(url)).json<PartnerProfile>()
      const fields = Object.fromEntries(Object.keys(form).map((name) => [name, current[name as 'email']]))
      const response = await browser.post(url, { ...fields, ...change })
      expect(response.statusCode, response.body).toBe(200)
    }
    for (const staff of team) {
      expect(await noticesOf(staff)).toMatchObject([
        {
          kind: 'profile_changed',
          title: 'Profile changed · Harbor Annex',
          detail: 'Business name, Full name',
          subject: { type: 'partner', id: profile.id },
          seenAt: null,
        },
      ])
      const { count } = (await staff.get('/api/notifications/unseen')).json()
      expect(count).toBeGreaterThan(0)
    }
    expect(await noticesOf(browser)).toEqual([])

    const [staff] = team
    const read = await staff?.get(`/api/admin/partners/${profile.id}/activities?kind=profile&limit=2`)
    expect(read?.json()).toMatchObject([
      {
        description: 'Profile updated: Full name',
        metadata: { before: { fullName: profile.fullName }, after: { fullName: 'Dana Reyes' } },
      },
      {
        description: 'Profile updated: Business name',
        metadata: { before: { businessName: profile.businessName }, after: { businessName: 'Harbor Annex' } },
      },
    ])

    await staff?.post('/api/notifications/seen', { subject: { type: 'partner', id: profile.id } })
    const edited = await staff?.put(`/api/admin/partners/${profile.id}`, {
      ...form,
      businessName: 'The Annex',
    })
    expect(edited?.statusCode, edited?.body).toBe(200)
    for (const each of team) expect(await noticesOf(each)).toHaveLength(1)
    expect((await noticesOf(staff as Browser))[0]?.seenAt).not.toBeNull()
    const own = (await browser.get('/api/partner/activities?kind=profile')).json<{ metadata: object }[]>()
    for (const { metadata } of own) expect(metadata).not.toHaveProperty('before')
  })

  test('during onboarding notifies nobody', async () => {
    const { user, profile } = await createPartner(portal)
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const response = await (await portal.signIn(user)).post(url, { ...form, businessName: 'The Annex' })
    expect(response.statusCode).toBe(200)
    const notices = (await staff.get('/api/notifications')).json<Notification[]>()
    expect(notices.filter(({ subject }) => subject?.id === profile.id)).toEqual([])
  })

  test.each(['documents', 'completed'] as const)(
    'in the state %s is refused when it has changed since it was read, where it says what was read',
    async (status) => {
      const { user, profile } = await createPartner(portal, { status })
      const browser = await portal.signIn(user)
      const updatedAt = profile.updatedAt.toISOString()
      const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
      const edited = await staff.put(`/api/admin/partners/${profile.id}`, {
        ...form,
        businessName: 'The Annex',
      })
      expect(edited.statusCode, edited.body).toBe(200)
      const refused = await browser.post(url, { ...form, updatedAt })
      expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
      expect((await profilesOf(user.id))[0]?.businessName).toBe('The Annex')
      const { updatedAt: current } = (await browser.get(url)).json()
      expect((await browser.post(url, { ...form, updatedAt: current })).statusCode).toBe(200)
      expect((await browser.post(url, form)).statusCode).toBe(200)
    },
  )

  test('accepts only the methods that its form offers, and those that staff have stored', async () => {
    const stored = await createPartner(portal, { preferredCommunicationMethod: 'phone' })
    const browser = await portal.signIn(stored.user)
    const byPhone = { ...form, preferredCommunicationMethod: 'phone' }
    expect((await browser.post(url, byPhone)).statusCode).toBe(200)
    for (const name of ['preferredCommunicationMethod', 'marketingPreferredCommunicationMethod']) {
      const newcomer = await signInNewcomer()
      const refused = await newcomer.post(url, { ...form, [name]: 'phone' })
      expect(refused.statusCode).toBe(400)
      expect(refused.json().fields).toEqual({ [name]: 'Choose email, text or WhatsApp' })
    }
    const marketing = await browser.post(url, { ...byPhone, marketingPreferredCommunicationMethod: 'phone' })
    expect(marketing.statusCode).toBe(400)
  })

  test('cannot change status, owner or terms, which are not on the form', async () => {
    const { user, profile } = await createPartner(portal)
    const browser = await portal.signIn(user)
    for (const field of ['onboardingStatus', 'userId', 'id', 'eventName', 'role', 'createdAt']) {
      const response = await browser.post(url, { ...form, [field]: 'completed' })
      expect(response.json()).toMatchObject({ code: 'bad_request', fields: { [field]: 'Unknown field' } })
    }
    expect(await profilesOf(user.id)).toMatchObject([profile])
  })
})
