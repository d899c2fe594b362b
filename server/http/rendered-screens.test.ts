import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { builtClient } from '#server/http/client-files.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'

// The renderer comes from the build, which `npm test` runs first. rendered-page.test.ts tests how it is called.
const portal = await createTestApp({ withClient: 'built' })
afterAll(portal.close)
// The server renders for users whose browser has reported its time zone.
await portal.db.execute(sql`alter table users alter column time_zone set default 'America/New_York'`)

const { user, profile } = await createPartner(portal, { status: 'completed', fullName: 'Paula Ortega' })
const browsers = {
  'a partner': await portal.signIn(user),
  'a partner without a profile': await portal.signIn(await createUser(portal)),
  support: await portal.signIn(await createUser(portal, { role: 'support' })),
  'an admin': await portal.signIn(await createUser(portal, { role: 'admin' })),
}
type Who = keyof typeof browsers

/** Returns the page as browsers get it, without the marks that React leaves between pieces of a text. */
const pageOf = async (who: Who, address: string) => {
  const { statusCode, body } = await browsers[who].get(address, { accept: 'text/html' })
  expect(statusCode).toBe(200)
  return body.replaceAll('<!-- -->', '')
}

/** Returns the page once it shows this text before its data. A busy server leaves data that it has not read in time to the browser. */
const pageShowing = async (who: Who, address: string, text: string) => {
  let html = ''
  const readScreen = async () => {
    html = await pageOf(who, address)
    return html.split('id="page-data"')[0]
  }
  await expect.poll(readScreen, { timeout: 60_000 }).toContain(text)
  return html
}

test.each<[Who, string, string, string]>([
  ['a partner', '/', 'Dashboard', 'Welcome back, Paula Ortega!'],
  ['a partner', '/?show=tasks', 'Dashboard', 'Welcome back, Paula Ortega!'],
  ['a partner', '/resources?category=creative', 'Partner Resources', 'Access activation materials'],
  ['a partner', '/admin', 'Admin Panel', 'Access Denied'],
  ['support', '/dashboard', 'Dashboard', 'Welcome back, All Partners!'],
  ['support', '/resources', 'Partner Resources', 'Access activation materials'],
  ['an admin', '/admin?tab=users', 'Admin Panel', 'Manage partners, users, and system resources'],
])('%s gets the frame and the screen of %s', async (who, address, title, text) => {
  const html = await pageShowing(who, address, text)
  expect(html).toContain(`<title>${title} · Partner Portal</title>`)
  const [screen = ''] = html.split('id="page-data"')
  expect(screen).toMatch(/<a [^>]*href="\/resources"/)
  // The content security policy refuses styles in attributes.
  expect(html).not.toMatch(/ style=/)
})

test('dates are those of the zone of the reader', async () => {
  // This moment is on the 4th in New York and on the 5th in UTC.
  await createTask(portal, { partnerId: profile.id, dueDate: new Date('2099-03-05T02:00:00Z') })
  await pageShowing('a partner', '/', 'Due: ')
  expect(await pageShowing('a partner', '/', 'Mar 4, 2099')).not.toContain('Mar 5, 2099')
})

test('renders with the production version of React, whatever the server’s environment is', async () => {
  const renderer = await readFile(join(builtClient, '..', 'server', 'server-page.js'), 'utf8')
  expect(renderer).toContain('react-dom-server.node.production.js')
  expect(renderer).not.toContain('react-dom-server.node.development.js')
})

test.each<[Who, string]>([
  ['a partner without a profile', '/'],
  ['a partner', '/no-such-page'],
])('the browser of %s renders %s', async (who, address) => {
  const html = await pageOf(who, address)
  expect(html).toContain('Loading...')
  expect(html).not.toContain('id="page-data"')
})

test('a partner gets the announcement as text', async () => {
  await createAnnouncement(portal, { title: 'Doors at <b>six</b>' })
  const html = await pageShowing('a partner', '/', 'Doors at &lt;b&gt;six&lt;/b&gt;')
  expect(html).not.toContain('<b>six')
})

test('staff get the record that the URL opens, and a partner gets none of it', async () => {
  const other = await createPartner(portal, { businessName: 'Harbor <b>Yoga</b>', status: 'completed' })
  const { id, email } = other.profile
  for (const address of [`/admin?tab=partners&partner=${id}`, `/?record=${id}`]) {
    const html = await pageShowing('support', address, 'Harbor &lt;b&gt;Yoga&lt;/b&gt;')
    const [screen = ''] = html.split('id="page-data"')
    expect(screen).toContain(email)
    expect(html).not.toMatch(/ style=/)
    expect(await pageOf('a partner', address)).not.toContain('Yoga')
  }
})
