import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import {
  createDocument,
  createPartner,
  createTask,
  createUser,
  profileForm,
  signing,
} from '#test/factories.ts'

// With everything that can be registered: the demo's pages and the built client.
const portal = await createTestApp({ settings: { DEMO: 'on' }, withClient: true })
afterAll(portal.close)

const actors = [
  'visitor',
  'newcomer', // a partner without a profile
  'onboarding', // a partner with a confirmed profile and nothing signed
  'onboarded', // a partner who has completed onboarding: the one whose things are asked for
  'other', // another who has: asks for the first one's things
  'support',
  'admin',
  'disabled', // an onboarded partner with a live session who has been disabled since
] as const
type Actor = (typeof actors)[number]

/**
 * Every route with the status that each actor gets. Statuses of success and of refusal alike are what people are
 * told: 401 who is not signed in, 403 who may not, 404 what is not theirs.
 */
const table = `
                                           visitor newcomer onboarding onboarded other support admin disabled
GET,HEAD /healthz                          200     200      200        200       200   200     200   200
GET,HEAD /readyz                           200     200      200        200       200   200     200   200
GET,HEAD /sign-in                          200     200      200        200       200   200     200   200
GET,HEAD /*                                200     200      200        200       200   200     200   200
GET,HEAD /demo/mail                        200     200      200        200       200   200     200   200
GET,HEAD /demo/mail.css                    200     200      200        200       200   200     200   200

GET,HEAD /api/sign-in                      200     200      200        200       200   200     200   200
GET,HEAD /api/login                        302     302      302        302       302   302     302   302
GET,HEAD /api/sign-in/provider             302     302      302        302       302   302     302   302
GET,HEAD /api/sign-in/callback             302     302      302        302       302   302     302   302
GET,HEAD /api/logout                       302     302      302        302       302   302     302   302
POST     /api/sign-in/code                 202     202      202        202       202   202     202   202
POST     /api/sign-in/redeem               400     400      400        400       400   400     400   400

GET,HEAD /api/auth/user                    401     200      200        200       200   200     200   401
GET,HEAD /api/portal                       401     200      200        200       200   200     200   401
GET,HEAD /api/partner/profile              401     404      200        200       200   404     404   401
POST     /api/partner/profile              401     201      200        409       409   201     201   401
GET,HEAD /api/partner/documents            401     200      200        200       200   200     200   401
POST     /api/partner/documents            401     409      404        201       404   409     409   401
GET,HEAD /api/partner/documents/:id/text   401     404      404        200       404   200     200   401
GET,HEAD /api/partner/activations          401     200      200        200       200   200     200   401
GET,HEAD /api/partner/tasks                401     200      200        200       200   200     200   401
PUT      /api/tasks/:id                    401     404      404        200       404   200     200   401
GET,HEAD /api/resources                    401     403      403        200       200   200     200   401

GET,HEAD /api/admin/documents              401     403      403        403       403   200     200   401
GET,HEAD /api/admin/activations            401     403      403        403       403   200     200   401
GET,HEAD /api/admin/tasks                  401     403      403        403       403   200     200   401
GET,HEAD /api/admin/stats                  401     403      403        403       403   200     200   401
`

const [head = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '')
const rows = lines.flatMap((line) => {
  const [methods = '', url = '', ...statuses] = line.trim().split(/ +/)
  return methods.split(',').map((method) => ({
    method: method as 'GET' | 'HEAD' | 'POST' | 'PUT',
    url,
    statuses: Object.fromEntries(actors.map((actor, index) => [actor, Number(statuses[index])])),
  }))
})

/** Someone of each kind, and the things of the onboarded partner that all of them ask for. */
const gather = async () => {
  const [onboarding, first, other, disabled] = [
    await createPartner(portal),
    await createPartner(portal, { status: 'completed' }),
    await createPartner(portal, { status: 'completed' }),
    await createPartner(portal, { status: 'completed', user: { disabledAt: new Date() } }),
  ]
  const browsers: Record<Actor, Browser> = {
    visitor: portal.visit(),
    newcomer: await portal.signIn(await createUser(portal)),
    onboarding: await portal.signIn(onboarding.user),
    onboarded: await portal.signIn(first.user),
    other: await portal.signIn(other.user),
    support: await portal.signIn(await createUser(portal, { role: 'support' })),
    admin: await portal.signIn(await createUser(portal, { role: 'admin' })),
    disabled: await portal.signIn(disabled.user),
  }
  const partnerId = first.profile.id
  const things = {
    task: await createTask(portal, { partnerId }),
    signed: first.documents[0]?.id ?? '',
    open: await createDocument(portal, { partnerId }),
  }
  return { browsers, things }
}

type Things = Awaited<ReturnType<typeof gather>>['things']

/** What is asked for where the address says it, and what is sent. */
const requests: Record<string, (things: Things, actor: Actor) => { url?: string; body?: unknown }> = {
  '/*': () => ({ url: '/assets/index-4f2a.js' }),
  '/api/partner/documents/:id/text': ({ signed }) => ({ url: `/api/partner/documents/${signed}/text` }),
  'PUT /api/tasks/:id': ({ task }) => ({ url: `/api/tasks/${task.id}`, body: { status: 'in_progress' } }),
  'POST /api/partner/documents': ({ open }) => ({
    body: { ...signing.venue_partnership_agreement, documentId: open.id },
  }),
  'POST /api/sign-in/code': (_things, actor) => ({ body: { email: `${actor}@example.test` } }),
  'POST /api/sign-in/redeem': () => ({ body: { code: '000000' } }),
  'POST /api/partner/profile': () => ({ body: profileForm }),
}

test('the table names the actors in their order, and every cell is stated', () => {
  expect(head.trim().split(/ +/)).toEqual(actors)
  for (const { method, url, statuses } of rows) {
    for (const status of Object.values(statuses)) expect(status, `${method} ${url}`).toBeGreaterThan(0)
  }
})

test('every registered route is in the table, and every row of the table is a registered route', () => {
  const registered = portal.app.declaredRoutes.flatMap(({ method, url }) =>
    [method].flat().map((name) => `${name} ${url}`),
  )
  expect(rows.map(({ method, url }) => `${method} ${url}`).sort()).toEqual([...new Set(registered)].sort())
})

describe('who gets what', () => {
  // What only reads leaves everyone as they were.
  const readers = gather()
  const readsOnly = ({ method, url }: { method: string; url: string }) =>
    (method === 'GET' || method === 'HEAD') && url !== '/api/logout'

  test.each(rows)('$method $url', async (row) => {
    const { method, url, statuses } = row
    const { browsers, things } = await (readsOnly(row) ? readers : gather())
    const answered: Record<string, number> = {}
    for (const actor of actors) {
      const request = (requests[`${method} ${url}`] ?? requests[url])?.(things, actor)
      const answer = await browsers[actor].send(method, request?.url ?? url, request?.body)
      answered[actor] = answer.statusCode
    }
    expect(answered).toEqual(statuses)
  })
})
