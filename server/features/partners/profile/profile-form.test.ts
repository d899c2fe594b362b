import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { createUser, profileForm as form } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/partner/profile'

const signInNewcomer = async () => portal.signIn(await createUser(portal))

const profilesOf = (userId: string) =>
  portal.db.select().from(partnerProfiles).where(eq(partnerProfiles.userId, userId))

describe('the form refuses, with the message of the field,', () => {
  const needsPhone = 'Phone number is required for text communication'
  const needsWhatsapp = 'WhatsApp number is required for WhatsApp communication'
  const method = 'Please select a preferred communication method'

  test.each<[field: string, value: unknown, message: string, others?: Record<string, unknown>]>([
    ['fullName', '', 'Full name is required'],
    ['fullName', '   ', 'Full name is required'],
    ['fullName', undefined, 'Full name is required'],
    ['fullName', 'x'.repeat(201), 'Enter at most 200 characters'],
    ['email', '', 'Valid email is required'],
    ['email', undefined, 'Valid email is required'],
    ['email', 'dana@', 'Valid email is required'],
    ['email', `${'x'.repeat(250)}@example.com`, 'Enter at most 254 characters'],
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
    ['phoneNumber', '5'.repeat(41), 'Enter at most 40 characters'],
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
    const response = await (await portal.signIn(user)).post(url, { ...form, ...others, [field]: value })
    expect(response.statusCode).toBe(400)
    expect(response.json()).toEqual({ message, code: 'bad_request', fields: { [field]: message } })
    expect(await profilesOf(user.id)).toEqual([])
  })

  test('all wrong fields at once, conditional ones included', async () => {
    const response = await (await signInNewcomer()).post(url, {
      preferredCommunicationMethod: 'text',
      marketingPreferredCommunicationMethod: 'whatsapp',
      tiktokUrl: 'tiktok',
    })
    expect(response.json().fields).toEqual({
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

describe('the form accepts', () => {
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
      'http as well as https',
      { businessWebsite: 'http://harborview.example.com' },
      { businessWebsite: 'http://harborview.example.com' },
    ],
    ['the District of Columbia', { state: 'DC' }, { state: 'DC' }],
  ])('%s', async (_what, change, stored) => {
    const user = await createUser(portal)
    const response = await (await portal.signIn(user)).post(url, { ...form, ...change })
    expect(response.statusCode).toBe(201)
    expect((await profilesOf(user.id))[0]).toMatchObject(stored)
  })
})
