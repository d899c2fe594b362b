import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { readPdf } from '#test/pdf-programs.ts'
import { createPastActivation, createPhoto, createRecap } from '#test/recaps.ts'

const portal = await createTestApp()
afterAll(portal.close)

const canary = 'zebrafish'

const begin = async (recap: Partial<Parameters<typeof createRecap>[1]> = {}) => {
  const partner = await createPartner(portal, { status: 'completed', businessName: 'Harborview Hall' })
  const partnerId = partner.profile.id
  const event = await createPastActivation(portal, {
    ...{ partnerId, name: 'Open day', place: 'North pier', timeZone: 'America/New_York' },
    ...{ activationDate: new Date('2026-10-04T02:00:00Z'), expectedGuests: 150 },
  })
  await createRecap(portal, {
    ...{ activationId: event.id, guests: 1140, screenings: 77, leads: 66, costCents: 987_600 },
    ...{ staffNote: canary, wentWell: 'The talk.\nThe music.' },
    answers: [{ question: 'How many flyers were left?', answer: 'About 40' }],
    ...recap,
  })
  const url = `/api/activations/${event.id}/recap/pdf`
  return { partner, event, url, browser: await portal.signIn(partner.user) }
}

const read = (response: { rawPayload: Buffer; statusCode: number; body: string }) => {
  expect(response.statusCode, response.body.slice(0, 500)).toBe(200)
  return readPdf(response.rawPayload)
}

describe('the PDF of a recap', () => {
  test('has its figures beside the plan and the event before, its texts and its photos', async () => {
    const { browser, url, event, partner } = await begin()
    const former = await createPastActivation(portal, {
      ...{
        partnerId: partner.profile.id,
        name: 'Spring fair',
        activationDate: new Date('2026-04-01T12:00:00Z'),
      },
    })
    await createRecap(portal, { activationId: former.id, guests: 120, signUps: 20 })
    for (let count = 0; count < 3; count++) {
      await createPhoto(portal, { activationId: event.id, uploadedBy: partner.user.id })
    }
    const response = await browser.get(url)
    expect(response.headers['content-disposition']).toBe('attachment; filename="Open day recap.pdf"')
    const pdf = read(response)
    const text = (await pdf.wholePages()).join('\n')
    // The day is that of the place.
    for (const part of [
      ...['Open day', 'October 3, 2026 · North pier', 'Harborview Hall', '1,140', '150 expected'],
      ...['120 at Spring fair', '32', '3% of guests', '20 at Spring fair'],
      ...[
        'What went well',
        'The talk.',
        'The music.',
        'How many flyers were left?',
        'About 40',
        'Photos',
        'Page 1 of',
      ],
    ]) {
      expect(text).toContain(part)
    }
    expect(text).not.toContain('What could be better')
    expect(await pdf.check()).toContain('No syntax or stream encoding errors found')
    expect(await pdf.info()).toMatch(/^Title: +Recap: Open day$/m)
    const [, objects] = await pdf.json()
    const alternatives = Object.values(objects).map(({ value }) => value?.['/Alt'])
    expect(alternatives).toContain('u:Photo 3 of 3')
  })

  test('has the day of the reader for an event without a time zone', async () => {
    const { browser, url, event } = await begin()
    await portal.db
      .update(partnerActivations)
      .set({ timeZone: null })
      .where(eq(partnerActivations.id, event.id))
    const [withoutZone] = await read(await browser.get(url)).wholePages()
    expect(withoutZone).toContain('October 4, 2026 · North pier')
    await browser.put('/api/account/browser-time-zone', { timeZone: 'America/New_York' })
    const [inNewYork] = await read(await browser.get(url)).wholePages()
    expect(inNewYork).toContain('October 3, 2026 · North pier')
  })

  test('has the figures of the company for staff alone', async () => {
    const { browser, url, partner } = await begin()
    const member = await portal.signIn((await createMember(portal, { partnerId: partner.profile.id })).user)
    const team = await portal.signIn(await createUser(portal, { role: 'support' }))
    const forStaff = (await read(await team.get(url)).wholePages()).join('\n')
    const hidden = ['77', '66', '$9,876.00', '$308.63', canary, 'For the company only']
    for (const part of hidden) expect(forStaff).toContain(part)
    for (const reader of [browser, member]) {
      const pdf = read(await reader.get(url))
      const own = [...(await pdf.wholePages()), JSON.stringify(await pdf.json())].join('\n')
      expect(own).toContain('1,140')
      for (const part of hidden.slice(2)) expect(own).not.toContain(part)
    }
  })

  test('shows texts that look like markup as they are, without pictographs', async () => {
    const wentWell = '#read("/etc/passwd") *bold* $x^2$ <label> @ref \\ `raw` = Heading'
    const { browser, url, event } = await begin({ wentWell, improve: `${'W'.repeat(300)} 🎉👍🏽 done ©` })
    const name = '#panic() "Open" [day] \\u{41}'
    await portal.db.update(partnerActivations).set({ name }).where(eq(partnerActivations.id, event.id))
    const pages = await read(await browser.get(url)).wholePages()
    const text = pages.join('').replace(/\s/g, '')
    for (const part of [wentWell, name, 'W'.repeat(300), 'done ©']) {
      expect(text).toContain(part.replace(/\s/g, ''))
    }
    expect(text).not.toContain('[U+')
  })

  test('is refused while there is no recap', async () => {
    const { partner, browser } = await begin()
    const event = await createPastActivation(portal, { partnerId: partner.profile.id })
    expect((await browser.get(`/api/activations/${event.id}/recap/pdf`)).statusCode).toBe(409)
  })
})
