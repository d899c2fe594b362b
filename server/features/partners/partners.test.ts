import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { PartnerProfile } from '#contract/partners.ts'
import { partnerActivities, partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/profile'

const form = {
  fullName: 'Dana Whitfield',
  email: 'dana@harborview.example.com',
  state: 'AL',
  businessName: 'Harborview Hall LLC',
  mainMarketingContact: 'Robin Vale',
  businessWebsite: 'https://harborview.example.com',
  preferredCommunicationMethod: 'email',
  marketingPreferredCommunicationMethod: 'email',
  marketingContactEmail: 'marketing@harborview.example.com',
}

const signInNewcomer = async () => portal.signIn(await createUser(portal))

const profilesOf = (userId: string) =>
  portal.db.select().from(partnerProfiles).where(eq(partnerProfiles.userId, userId))
const documentsOf = (partnerId: string) =>
  portal.db.select().from(partnerDocuments).where(eq(partnerDocuments.partnerId, partnerId))
const activitiesOf = async (partnerId: string) =>
  (await portal.db.select().from(partnerActivities).where(eq(partnerActivities.partnerId, partnerId))).map(
    ({ activityType }) => activityType,
  )

describe('reading the profile', () => {
  test('a partner gets their own, with Appendix A, and without anyone else in it', async () => {
    const { user, profile } = await createPartner(portal, { eventName: 'Spring weekend', phoneNumber: '555' })
    await createPartner(portal)
    const answer = await (await portal.signIn(user)).get(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.json<PartnerProfile>()).toMatchObject({
      id: profile.id,
      userId: user.id,
      onboardingStatus: 'documents',
      eventName: 'Spring weekend',
      phoneNumber: '555',
      territory: null,
    })
  })

  test('there is none for a user without one, nor for staff', async () => {
    const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
    for (const browser of [await signInNewcomer(), staff]) {
      const answer = await browser.get(url)
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ message: 'Not found', code: 'not_found' })
    }
  })

  test('a visitor gets none', async () => {
    expect((await portal.visit().get(url)).json()).toEqual({ message: 'Unauthorized', code: 'unauthorized' })
  })
})

describe('the first submission of the form', () => {
  test('makes the profile, with both agreements to sign, and puts it under review', async () => {
    const user = await createUser(portal)
    const answer = await (await portal.signIn(user)).post(url, { ...form, fullName: '  Dana Whitfield ' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({ ...form, userId: user.id, onboardingStatus: 'documents' })

    const [profile] = await profilesOf(user.id)
    expect(profile).toMatchObject({ ...form, facebookUrl: null, phoneNumber: null })
    const documents = await documentsOf(profile?.id ?? '')
    expect(documents.map(({ documentType, status }) => `${documentType} ${status}`).sort()).toEqual([
      'nda pending',
      'venue_partnership_agreement pending',
    ])
    expect(await activitiesOf(profile?.id ?? '')).toEqual(['profile_created'])
  })

  test('twenty times at once makes one profile with two agreements', async () => {
    const user = await createUser(portal)
    const browser = await portal.signIn(user)
    const answers = await Promise.all(Array.from({ length: 20 }, () => browser.post(url, form)))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    expect(statuses).toEqual([...Array(19).fill(200), 201])
    const profiles = await profilesOf(user.id)
    expect(profiles).toHaveLength(1)
    expect(await documentsOf(profiles[0]?.id ?? '')).toHaveLength(2)
  })

  test('by a visitor makes nothing', async () => {
    const before = await portal.db.$count(partnerProfiles)
    expect((await portal.visit().post(url, form)).statusCode).toBe(401)
    expect(await portal.db.$count(partnerProfiles)).toBe(before)
  })
})

describe('a later submission', () => {
  test('while in onboarding changes the profile and leaves the agreements as they are', async () => {
    const { user, profile, documents } = await createPartner(portal)
    const answer = await (await portal.signIn(user)).post(url, { ...form, businessName: 'The Annex' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ id: profile.id, businessName: 'The Annex' })
    expect((await documentsOf(profile.id)).map(({ id }) => id).sort()).toEqual(
      documents.map(({ id }) => id).sort(),
    )
    expect(await activitiesOf(profile.id)).toEqual(['profile_updated'])
  })

  test('confirms what staff have entered: the status goes from profile to documents', async () => {
    const { user, profile } = await createPartner(portal, { status: 'profile', territory: 'Mobile County' })
    const answer = await (await portal.signIn(user)).post(url, form)
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toMatchObject({ onboardingStatus: 'documents', territory: 'Mobile County' })
    expect(await activitiesOf(profile.id)).toEqual(['profile_confirmed'])
  })

  test('confirms and completes where both agreements were signed on paper before', async () => {
    const { user, profile } = await createPartner(portal, { status: 'profile' })
    await portal.db
      .update(partnerDocuments)
      .set({ status: 'signed', signedAt: new Date() })
      .where(eq(partnerDocuments.partnerId, profile.id))
    const answer = await (await portal.signIn(user)).post(url, form)
    expect(answer.json()).toMatchObject({ onboardingStatus: 'completed' })
  })

  test('after completion is refused, and changes nothing', async () => {
    const { user, profile } = await createPartner(portal, { status: 'completed' })
    const answer = await (await portal.signIn(user)).post(url, form)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({
      message: 'Your onboarding is complete. Ask the partner team to change your profile.',
      code: 'conflict',
    })
    expect(await profilesOf(user.id)).toEqual([profile])
  })

  test('cannot touch what is not on the form: status, owner and terms are refused', async () => {
    const { user, profile } = await createPartner(portal)
    const browser = await portal.signIn(user)
    for (const field of ['onboardingStatus', 'userId', 'id', 'eventName', 'role', 'createdAt']) {
      const answer = await browser.post(url, { ...form, [field]: 'completed' })
      expect(answer.json()).toMatchObject({ code: 'bad_request', fields: { [field]: 'Unknown field' } })
    }
    expect(await profilesOf(user.id)).toEqual([profile])
  })
})

describe('the form refuses, with the message of the field', () => {
  const needsPhone = 'Phone number is required for text communication'
  const needsWhatsapp = 'WhatsApp number is required for WhatsApp communication'
  const method = 'Please select a preferred communication method'

  test.each<[field: string, value: unknown, message: string, others?: Record<string, unknown>]>([
    ['fullName', '', 'Full name is required'],
    ['fullName', '   ', 'Full name is required'],
    ['fullName', undefined, 'Full name is required'],
    ['fullName', 'x'.repeat(201), 'At most 200 characters'],
    ['email', '', 'Valid email is required'],
    ['email', undefined, 'Valid email is required'],
    ['email', 'dana@', 'Valid email is required'],
    ['email', `${'x'.repeat(250)}@example.com`, 'At most 254 characters'],
    ['state', '', 'State is required'],
    ['state', undefined, 'State is required'],
    ['state', 'XX', 'State is required'],
    ['state', 'Alabama', 'State is required'],
    ['businessName', '', 'Business name is required'],
    ['mainMarketingContact', '', 'Main marketing contact is required'],
    ['businessWebsite', '', 'Valid website URL is required'],
    ['businessWebsite', 'harborview.example.com', 'Valid website URL is required'],
    ['businessWebsite', 'ftp://harborview.example.com', 'Valid website URL is required'],
    ['businessWebsite', 'javascript:alert(1)', 'Valid website URL is required'],
    ['businessWebsite', 'data:text/html,<script>alert(1)</script>', 'Valid website URL is required'],
    ['facebookUrl', 'harborview', 'Valid Facebook URL'],
    ['facebookUrl', 'javascript:alert(1)', 'Valid Facebook URL'],
    ['twitterUrl', 'harborview', 'Valid Twitter URL'],
    ['tiktokUrl', 'harborview', 'Valid TikTok URL'],
    ['instagramUrl', 'vbscript:x', 'Valid Instagram URL'],
    ['preferredCommunicationMethod', undefined, method],
    ['preferredCommunicationMethod', '', method],
    ['preferredCommunicationMethod', 'pigeon', method],
    ['marketingPreferredCommunicationMethod', undefined, `${method} for marketing contact`],
    ['marketingPreferredCommunicationMethod', 'pigeon', `${method} for marketing contact`],
    ['marketingContactEmail', 'marketing@', 'Valid email'],
    ['phoneNumber', '5'.repeat(41), 'At most 40 characters'],
    ['phoneNumber', '', needsPhone, { preferredCommunicationMethod: 'text' }],
    ['phoneNumber', '  ', needsPhone, { preferredCommunicationMethod: 'text' }],
    ['phoneNumber', undefined, needsPhone, { preferredCommunicationMethod: 'text' }],
    ['whatsappNumber', '', needsWhatsapp, { preferredCommunicationMethod: 'whatsapp' }],
    ['marketingContactEmail', '', 'Email address is required for email communication'],
    ['marketingContactEmail', undefined, 'Email address is required for email communication'],
    ['marketingContactPhone', '', needsPhone, { marketingPreferredCommunicationMethod: 'text' }],
    ['marketingContactWhatsapp', '', needsWhatsapp, { marketingPreferredCommunicationMethod: 'whatsapp' }],
  ])('%s = %j: %s', async (field, value, message, others) => {
    const user = await createUser(portal)
    const answer = await (await portal.signIn(user)).post(url, { ...form, ...others, [field]: value })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({ message, code: 'bad_request', fields: { [field]: message } })
    expect(await profilesOf(user.id)).toEqual([])
  })

  test('all at once, conditional ones among them', async () => {
    const answer = await (await signInNewcomer()).post(url, {
      preferredCommunicationMethod: 'text',
      marketingPreferredCommunicationMethod: 'whatsapp',
      tiktokUrl: 'tiktok',
    })
    expect(answer.json().fields).toEqual({
      fullName: 'Full name is required',
      email: 'Valid email is required',
      state: 'State is required',
      businessName: 'Business name is required',
      mainMarketingContact: 'Main marketing contact is required',
      businessWebsite: 'Valid website URL is required',
      tiktokUrl: 'Valid TikTok URL',
      phoneNumber: needsPhone,
      marketingContactWhatsapp: needsWhatsapp,
    })
  })
})

describe('the form takes', () => {
  test.each<[what: string, change: Record<string, unknown>, stored: Record<string, unknown>]>([
    [
      'empty optional fields as none',
      { facebookUrl: '', phoneNumber: ' ' },
      { facebookUrl: null, phoneNumber: null },
    ],
    [
      'a text number',
      { preferredCommunicationMethod: 'text', phoneNumber: '(555) 010-0142' },
      { preferredCommunicationMethod: 'text', phoneNumber: '(555) 010-0142' },
    ],
    [
      'a marketing contact by WhatsApp without an e-mail',
      {
        marketingPreferredCommunicationMethod: 'whatsapp',
        marketingContactWhatsapp: '+1 555 010 0142',
        marketingContactEmail: '',
      },
      { marketingContactWhatsapp: '+1 555 010 0142', marketingContactEmail: null },
    ],
    [
      'the method phone, which staff may have chosen',
      { preferredCommunicationMethod: 'phone' },
      { preferredCommunicationMethod: 'phone' },
    ],
    [
      'http as well as https',
      { businessWebsite: 'http://harborview.example.com' },
      { businessWebsite: 'http://harborview.example.com' },
    ],
    ['the District of Columbia', { state: 'DC' }, { state: 'DC' }],
  ])('%s', async (_what, change, stored) => {
    const user = await createUser(portal)
    const answer = await (await portal.signIn(user)).post(url, { ...form, ...change })
    expect(answer.statusCode).toBe(201)
    expect((await profilesOf(user.id))[0]).toMatchObject(stored)
  })
})
