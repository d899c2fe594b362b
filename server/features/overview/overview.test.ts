import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createTask, createUser, sign } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const urls = ['/api/admin/documents', '/api/admin/activations', '/api/admin/tasks', '/api/admin/stats']

// There are more partners than fit on a page. Only this file uses the portal.
const partners = [
  ...(await Promise.all(Array.from({ length: 24 }, () => createPartner(portal)))),
  await createPartner(portal, { status: 'profile' }),
  await createPartner(portal, { status: 'completed' }),
]
const signer = await createPartner(portal)
await sign(portal, signer.user, 'nda')
partners.push(signer)

const partnerOf = ({ profile }: (typeof partners)[number]) => ({
  id: profile.id,
  fullName: profile.fullName,
  businessName: profile.businessName,
})

describe.each(['support', 'admin'] as const)('%s', (role) => {
  const browse = async () => portal.signIn(await createUser(portal, { role }))

  test('sees the agreements of all partners, the newest first, each with its partner', async () => {
    const response = await (await browse()).get('/api/admin/documents')
    const rows = response.json()
    expect(rows).toHaveLength(partners.length * 2)
    expect(response.headers['x-total-count']).toBe(String(rows.length))
    const signed = rows.find(
      ({ partnerId, documentType }: { partnerId: string; documentType: string }) =>
        partnerId === signer.profile.id && documentType === 'nda',
    )
    expect(signed).toMatchObject({ status: 'signed', partner: partnerOf(signer) })
    expect(signed.evidence.signerName).toBe('Dana Whitfield')
    const times = rows.map(({ createdAt }: { createdAt: string }) => createdAt)
    expect(times).toEqual([...times].sort().reverse())
  })

  test('sees the newest activations and tasks first, each with its partner', async () => {
    const partnerId = signer.profile.id
    const older = new Date(Date.now() - 60_000)
    const activations = [
      await createActivation(portal, { partnerId, createdAt: older }),
      await createActivation(portal, { partnerId }),
    ]
    const tasks = [
      await createTask(portal, { partnerId, createdAt: older }),
      await createTask(portal, { partnerId }),
    ]
    const browser = await browse()
    const shown = async (url: string, made: { id: string }[]) => {
      const rows: { id: string; partner: object }[] = (await browser.get(url)).json()
      const own = rows.filter(({ id }) => made.some((row) => row.id === id))
      expect(own[0]?.partner).toEqual(partnerOf(signer))
      return own.map(({ id }) => id)
    }
    expect(await shown('/api/admin/activations', activations)).toEqual([
      activations[1]?.id,
      activations[0]?.id,
    ])
    expect(await shown('/api/admin/tasks', tasks)).toEqual([tasks[1]?.id, tasks[0]?.id])
  })

  test.each(['/api/admin/documents', '/api/admin/activations'])(
    'reads %s in pages, and by words',
    async (url) => {
      await Promise.all(partners.map(({ profile }) => createActivation(portal, { partnerId: profile.id })))
      const browser = await browse()
      const all = (await browser.get(url)).json()
      const page = await browser.get(`${url}?page=2&limit=5`)
      expect(page.json()).toEqual(all.slice(5, 10))
      expect(page.headers).toMatchObject({
        'x-total-count': String(all.length),
        link: expect.stringContaining('page=3'),
      })
      const [first] = partners.map(partnerOf)
      const found = await browser.get(
        `${url}?search=${encodeURIComponent(first?.businessName.toUpperCase() ?? '')}&limit=100`,
      )
      const isOfFirst = ({ partner }: { partner: { businessName: string } }) =>
        partner.businessName === first?.businessName
      expect(found.json()).toEqual(expect.arrayContaining(all.filter(isOfFirst)))
      expect(found.json().length).toBeLessThan(all.length / 2)
      expect(found.headers['x-total-count']).toBe(String(found.json().length))
      expect((await browser.get(`${url}?limit=0`)).statusCode).toBe(400)
    },
  )

  test('sees the number of partners in total and by status', async () => {
    expect((await (await browse()).get('/api/admin/stats')).json()).toEqual({
      total: 27,
      pending: 1,
      approved: 1,
      documentsCompleted: 2,
    })
  })
})

test.each(urls)('%s is closed to partners and visitors', async (url) => {
  const partner = await portal.signIn(partners[25]?.user ?? signer.user)
  expect((await partner.get(url)).json()).toEqual({ message: 'Forbidden', code: 'forbidden' })
  expect((await portal.visit().get(url)).statusCode).toBe(401)
})
