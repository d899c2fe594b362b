import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { maxViews } from '#contract/limits.ts'
import type { SavedView } from '#contract/views.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createView, viewForm } from '#test/saved-views.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/admin/views'
const newStaff = async (role: 'admin' | 'support' = 'support') => {
  const user = await createUser(portal, { role, firstName: 'Sam', lastName: 'Lee' })
  return { user, browser: await portal.signIn(user) }
}
const save = (browser: Browser, form: object) => browser.post(url, viewForm(form))
const saved = async (browser: Browser, form: object) => {
  const response = await save(browser, form)
  expect(response.statusCode, response.body).toBe(201)
  return response.json<SavedView>()
}
const visible = async (browser: Browser) => (await browser.get(url)).json<SavedView[]>()
const newName = () => `View ${crypto.randomUUID()}`

describe('a saved view', () => {
  test('has as many partners as its list, and stays whose it is when it says "mine"', async () => {
    const { user, browser } = await newStaff()
    const group = `Group ${crypto.randomUUID()}`
    for (const status of ['completed', 'completed', 'documents'] as const)
      await createPartner(portal, { status, user: { partnerGroup: group } })
    const managed = await createPartner(portal)
    await portal.db
      .update(partnerProfiles)
      .set({ managerId: user.id })
      .where(eq(partnerProfiles.id, managed.profile.id))
    const totals: number[] = []
    const added = new Date().toISOString()
    const filters = [{ group, status: 'completed' }, { group, search: '' }, { manager: 'me' }, { added }, {}]
    for (const filter of filters) {
      const view = await saved(browser, { name: newName(), isShared: true, filter })
      const list = await browser.get(
        `/api/admin/partners-with-user-info?limit=1&${new URLSearchParams(filter as never)}`,
      )
      const total = Number(list.headers['x-total-count'])
      totals.push(total)
      // Whoever sees the view counts the same partners.
      for (const reader of [browser, (await newStaff()).browser]) {
        expect((await visible(reader)).find(({ id }) => id === view.id)).toEqual(view)
        const counts = (await reader.get(`${url}/counts`)).json()
        expect(counts[view.id], JSON.stringify(filter)).toBe(total)
      }
    }
    expect(totals.slice(0, 4)).toEqual([2, 3, 1, 0])
    const own = (await visible(browser)).filter(({ owner }) => owner?.id === user.id)
    expect(own.map(({ filter }) => filter)).toContainEqual({ manager: user.id })
  })

  test('of somebody is theirs alone until it is shared, and then only they and admins change it', async () => {
    const [own, colleague, admin] = [await newStaff(), await newStaff(), await newStaff('admin')]
    const view = await saved(own.browser, { name: newName() })
    for (const { browser } of [colleague, admin]) {
      expect((await visible(browser)).map(({ id }) => id)).not.toContain(view.id)
      expect((await browser.put(`${url}/${view.id}`, { name: newName() })).statusCode).toBe(404)
      expect((await browser.remove(`${url}/${view.id}`)).statusCode).toBe(404)
    }
    await own.browser.put(`${url}/${view.id}`, { isShared: true })
    expect((await visible(colleague.browser)).find(({ id }) => id === view.id)).toMatchObject({
      owner: { id: own.user.id, name: 'Sam Lee' },
      isShared: true,
    })
    expect((await colleague.browser.put(`${url}/${view.id}`, { name: newName() })).statusCode).toBe(403)
    expect((await colleague.browser.remove(`${url}/${view.id}`)).statusCode).toBe(403)
    const renamed = await admin.browser.put(`${url}/${view.id}`, { name: newName() })
    expect(renamed.statusCode).toBe(200)
    const late = await own.browser.put(`${url}/${view.id}`, { sort: 'name', updatedAt: view.updatedAt })
    expect(late.statusCode).toBe(409)
    expect((await admin.browser.remove(`${url}/${view.id}`)).statusCode).toBe(204)
    expect((await own.browser.remove(`${url}/${view.id}`)).statusCode).toBe(404)
    expect((await auditEventsOf(portal, admin.user)).map(({ action }) => action)).toEqual([
      'saved_view.changed',
      'saved_view.deleted',
    ])
  })

  test('has a name of its own among those of its owner, and if it is shared, among the shared ones', async () => {
    const [own, colleague] = [await newStaff(), await newStaff()]
    const name = `Núñez’s ${crypto.randomUUID()}`
    const spelled = name.replace('Núñez’s', "NUNEZ'S")
    const statusOf = async (browser: Browser, form: object) => (await save(browser, form)).statusCode
    expect(await statusOf(own.browser, { name })).toBe(201)
    expect(await statusOf(own.browser, { name: spelled })).toBe(409)
    // Nobody learns which names colleagues have chosen for themselves.
    const theirs = await saved(colleague.browser, { name: spelled })
    expect((await colleague.browser.put(`${url}/${theirs.id}`, { isShared: true })).statusCode).toBe(200)
    expect(await statusOf((await newStaff()).browser, { name, isShared: true })).toBe(409)
    const [mine] = await visible(own.browser).then((views) => views.filter((view) => view.name === name))
    expect((await own.browser.put(`${url}/${mine?.id}`, { isShared: true })).json().fields.name).toBe(
      'A shared view or one of yours already has this name.',
    )
  })

  test('is saved once by two clicks at the same time', async () => {
    const { browser } = await newStaff()
    const name = newName()
    const responses = await Promise.all([save(browser, { name }), save(browser, { name })])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  })

  test('is one of a limited number', async () => {
    const { user, browser } = await newStaff()
    for (let number = 0; number < maxViews; number += 1)
      await createView(portal, { ownerId: user.id, isShared: false })
    expect((await save(browser, { name: newName() })).json().message).toBe(
      'You have 50 views. Delete one that you no longer use.',
    )
  })

  test('is deleted while somebody else changes it', async () => {
    const { user, browser } = await newStaff()
    const { id } = await createView(portal, { ownerId: user.id, isShared: false })
    const [deleted, changed] = await whileLocked(
      portal,
      (tx) => tx.execute(sql`select from saved_views where id = ${id} for no key update`),
      async () => {
        const deleting = browser.remove(`${url}/${id}`)
        await waitForLockWaits(portal, 1)
        const changing = browser.put(`${url}/${id}`, { name: newName() })
        await waitForLockWaits(portal, 2)
        return { begun: Promise.all([deleting, changing]) }
      },
    )
    expect([deleted.statusCode, changed.statusCode]).toEqual([204, 404])
  })

  test('keeps the filter that it had when it is only renamed', async () => {
    const { browser } = await newStaff()
    const view = await saved(browser, {
      name: newName(),
      filter: { unseen: '30' },
      sort: '-seen',
      columns: 'group.seen',
    })
    const renamed = await browser.put(`${url}/${view.id}`, { name: newName() })
    expect(renamed.json()).toMatchObject({ filter: { unseen: '30' }, sort: '-seen', columns: 'group.seen' })
  })
})
