import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxResultsOfKind } from '#contract/limits.ts'
import type { SearchResults } from '#contract/search.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createActivation, createPartner, createResource, createTask, createUser } from '#test/factories.ts'
import { nothingFound } from '#test/search-results.ts'

const portal = await createTestApp()
afterAll(portal.close)

// This word occurs in the data of one partner, and nowhere else.
const canary = 'Quetzalcoatlus'

/** Creates a partner who has completed onboarding, with the word in everything that a search can find. */
const createOwner = async (word: string) => {
  const partner = await createPartner(portal, {
    status: 'completed',
    businessName: `${word} Hall`,
    user: { firstName: word, lastName: 'Reed', partnerGroup: `${word} group` },
  })
  const partnerId = partner.profile.id
  const task = await createTask(portal, { partnerId, taskName: `Hang the ${word} posters` })
  const assigned = await createResource(portal, { title: `${word} guide`, assignedPartnerIds: [partnerId] })
  const grouped = await createResource(portal, { title: `${word} plan`, assignedGroup: `${word} group` })
  const announced = await createAnnouncement(portal, {
    title: `News for ${word}`,
    assignedGroup: `${word} group`,
  })
  const sender = { ...partner.user, sid: '' } as never
  await sendMessage(portal.deps, sender, partner.user.id, { message: `Hello from ${word}` })
  return { ...partner, task, assigned, grouped, announced }
}

const owner = await createOwner(canary)
const ownBrowser = await portal.signIn(owner.user)
const other = await portal.signIn((await createPartner(portal, { status: 'completed', onPaper: true })).user)
const staff = await portal.signIn(await createUser(portal, { role: 'support' }))

const ask = async (browser: Browser, typed: string): Promise<SearchResults> => {
  const response = await browser.get(`/api/search?q=${encodeURIComponent(typed)}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

/** Returns the ids of what was found, without the kinds that have no matches. */
const found = async (browser: Browser, typed: string) =>
  Object.fromEntries(
    Object.entries(await ask(browser, typed))
      .map(([kind, rows]) => [kind, rows.map(({ id }) => id)])
      .filter(([, ids]) => ids?.length),
  )

describe('access', () => {
  test('staff find a partner with everything that is theirs', async () => {
    expect(await ask(staff, canary)).toEqual({
      ...nothingFound,
      partners: [{ id: owner.profile.id, fullName: `${canary} Reed`, businessName: `${canary} Hall` }],
      users: [
        { id: owner.user.id, email: owner.user.email, firstName: canary, lastName: 'Reed', role: 'user' },
      ],
      resources: [
        { id: owner.assigned.id, title: `${canary} guide`, category: 'creative', fileType: 'txt' },
        { id: owner.grouped.id, title: `${canary} plan`, category: 'creative', fileType: 'txt' },
      ],
      tasks: [
        {
          id: owner.task.id,
          partnerId: owner.profile.id,
          taskName: `Hang the ${canary} posters`,
          dueDate: owner.task.dueDate.toISOString(),
          status: 'pending',
          businessName: `${canary} Hall`,
        },
      ],
      announcements: [
        {
          id: owner.announced.id,
          title: `News for ${canary}`,
          publishAt: owner.announced.publishAt.toISOString(),
        },
      ],
      conversations: [
        {
          id: owner.user.id,
          firstName: canary,
          lastName: 'Reed',
          email: owner.user.email,
          businessName: `${canary} Hall`,
          lastMessageAt: expect.any(String),
        },
      ],
    })
  })

  test('a partner finds their own files, tasks and announcements, and neither themselves nor their conversation', async () => {
    expect(await found(ownBrowser, canary)).toEqual({
      resources: [owner.assigned.id, owner.grouped.id],
      tasks: [owner.task.id],
      announcements: [owner.announced.id],
    })
  })

  test('announcements are found by partners while they are published, and by staff always', async () => {
    const publishAt = new Date(Date.now() - 120_000)
    const past = await createAnnouncement(portal, {
      title: 'Pterodactyl past',
      publishAt,
      endsAt: new Date(Date.now() - 60_000),
    })
    const coming = await createAnnouncement(portal, {
      title: 'Pterodactyl to come',
      publishAt: new Date(Date.now() + 3_600_000),
    })
    const shown = await createAnnouncement(portal, { title: 'A pterodactyl', publishAt })
    expect(await found(ownBrowser, 'pterodactyl')).toEqual({ announcements: [shown.id] })
    const all = (await ask(staff, 'pterodactyl')).announcements.map(({ id }) => id)
    expect(all.toSorted()).toEqual([past.id, coming.id, shown.id].toSorted())
  })

  test('an activation is found by its name, by staff and by its partner alone', async () => {
    const { id } = await createActivation(portal, { partnerId: owner.profile.id, name: 'Stegosaurus day' })
    expect(await found(ownBrowser, 'stegosaurus')).toEqual({ activations: [id] })
    expect((await ask(staff, 'stegosaurus')).activations).toMatchObject([
      { id, businessName: `${canary} Hall`, name: 'Stegosaurus day' },
    ])
    const other = await createPartner(portal, { status: 'completed' })
    expect(await found(await portal.signIn(other.user), 'stegosaurus')).toEqual({})
  })

  test('a partner finds their own agreements by their name', async () => {
    const ids = owner.documents.map(({ id, documentType }) => ({ id, documentType }))
    const ownOf = (type: string) => ids.filter((each) => each.documentType === type).map(({ id }) => id)
    expect(await found(ownBrowser, 'venue agreem')).toEqual({
      agreements: ownOf('venue_partnership_agreement'),
    })
    expect(await found(ownBrowser, 'NDA')).toEqual({ agreements: ownOf('nda') })
    // The whole title of the agreement type finds the agreement, too.
    expect(await found(ownBrowser, 'non-disclosure')).toEqual({ agreements: ownOf('nda') })
    expect((await ask(other, 'nda')).agreements).not.toContainEqual(
      expect.objectContaining({ id: ownOf('nda')[0] }),
    )
  })

  test('nothing of one partner reaches another, one in onboarding, or one without a profile', async () => {
    const onboarding = await portal.signIn((await createPartner(portal)).user)
    const newcomer = await portal.signIn(await createUser(portal))
    for (const browser of [other, onboarding, newcomer]) {
      for (const typed of [canary, canary.slice(0, 2), `${canary} hall`, owner.user.email, 'reed']) {
        const response = await browser.get(`/api/search?q=${encodeURIComponent(typed)}`)
        expect(response.statusCode).toBe(200)
        expect(response.body.toLowerCase()).not.toContain(canary.toLowerCase())
        expect(response.body).not.toContain(owner.user.email)
      }
    }
  })

  test('a partner in onboarding finds their tasks and agreements, and no file', async () => {
    const { user, profile, documents } = await createPartner(portal)
    const task = await createTask(portal, { partnerId: profile.id, taskName: 'Read the agreement' })
    await createResource(portal, { title: 'Agreement explained' })
    expect(await found(await portal.signIn(user), 'agreement')).toEqual({
      tasks: [task.id],
      agreements: expect.arrayContaining(documents.map(({ id }) => id)),
    })
  })

  test('staff who view the portal as a partner find what that partner finds', async () => {
    const viewing = await portal.signIn(await createUser(portal, { role: 'support' }))
    await viewing.post(`/api/admin/partners/${owner.profile.id}/view`, {})
    expect(await ask(viewing, canary)).toEqual(await ask(ownBrowser, canary))
  })

  test('nobody finds what was withdrawn, deleted or erased', async () => {
    const word = 'Archaeopteryx'
    const { profile, task } = await createOwner(word)
    await createResource(portal, { title: `${word} withdrawn`, isActive: false })
    await createUser(portal, { firstName: word, lastName: 'Erased', erasedAt: new Date() })
    await portal.db.update(partnerTasks).set({ deletedAt: new Date() }).where(eq(partnerTasks.id, task.id))
    const all = await ask(staff, word)
    expect(all.partners.map(({ id }) => id)).toEqual([profile.id])
    expect(all.users).toHaveLength(1)
    expect(all.resources.map(({ title }) => title)).toEqual([`${word} guide`, `${word} plan`])
    expect(all.tasks).toEqual([])
  })
})

describe('matches', () => {
  test('contain all words in any order and case, and search words of three letters or more also match inside words', async () => {
    const { profile } = await createPartner(portal, { businessName: 'Magnolia Terrace LLC' })
    for (const typed of ['magnolia', 'TERRACE magn', 'gnoli', 'ma te', '  magnolia   terrace ']) {
      expect((await found(staff, typed)).partners, typed).toEqual([profile.id])
    }
    for (const typed of ['magnolia orchard', 'agn', 'gn', 'magnolia gn']) {
      const { partners = [] } = await found(staff, typed)
      expect(partners.includes(profile.id), typed).toBe(typed === 'agn')
    }
  })

  test('are the best five of each kind, with those that begin with the text first and open tasks before completed ones', async () => {
    const { profile } = await createPartner(portal)
    const partnerId = profile.id
    const named = async (taskName: string, more: Parameters<typeof createTask>[1] = {}) =>
      (await createTask(portal, { partnerId, taskName, ...more })).id
    const done = await named('Lanterns hung', { status: 'completed' })
    const inner = await named('Superlantern')
    const first = await named('Lantern list')
    const later = await named('Hang the lanterns', { dueDate: new Date('2049-04-01') })
    expect((await found(staff, 'lantern')).tasks).toEqual([first, later, inner, done])
    for (let extra = 0; extra < maxResultsOfKind; extra++) await named(`Lantern ${extra}`)
    expect((await found(staff, 'lantern')).tasks).toHaveLength(maxResultsOfKind)
  })

  test.each([
    "it's",
    "'; drop table users; --",
    '%%',
    '__',
    '\\\\',
    '& | !',
    '<->',
    'x'.repeat(200),
    'a b c d e f g h i j',
  ])('text with signs is searched as it is: %s', async (typed) => {
    for (const browser of [staff, ownBrowser])
      expect(Object.keys(await ask(browser, typed))).toEqual(Object.keys(nothingFound))
  })

  test.each(['', '?q=', '?q=a', '?q=%20a%20', `?q=${'x'.repeat(201)}`, '?q=ab&limit=10'])(
    'a query without two letters, too long or with more is refused: %s',
    async (query) => {
      expect((await staff.get(`/api/search${query}`)).statusCode).toBe(400)
    },
  )
})
