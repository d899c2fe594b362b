import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { waitForLockWaits, whileLocked } from '#test/locks.ts'
import { createMember } from '#test/members.ts'
import { signing } from '#test/signing.ts'
import { unzip } from '#test/zip.ts'

const portal = await createTestApp()
afterAll(portal.close)
const { db } = portal

/** Creates a partner with an owner, a member who may sign and one who may not, each with a browser. */
const createTeam = async (status: 'documents' | 'completed' = 'completed') => {
  const { user: owner, profile } = await createPartner(portal, {
    status,
    paymentAmount: '9000 canary dollars',
    user: { partnerGroup: 'Florida' },
  })
  const partnerId = profile.id
  const [signer, member] = [
    await createMember(portal, { partnerId, canSign: true }),
    await createMember(portal, { partnerId }),
  ]
  return {
    partnerId,
    owner: { user: owner, browser: await portal.signIn(owner) },
    signer: { ...signer, browser: await portal.signIn(signer.user) },
    member: { ...member, browser: await portal.signIn(member.user) },
  }
}

const readJson = async (browser: Awaited<ReturnType<typeof portal.signIn>>, path: string) => {
  const response = await browser.get(path)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}

describe('the database', () => {
  test('makes the user of a new profile its first member', async () => {
    const { user, profile } = await createPartner(portal)
    const rows = await db.select().from(partnerMembers).where(eq(partnerMembers.partnerId, profile.id))
    expect(rows).toMatchObject([{ userId: user.id, canSign: true, email: null }])
    expect(rows[0]?.acceptedAt).not.toBeNull()
  })

  test('refuses a partner whose owner is not a member', async () => {
    const { user, profile } = await createPartner(portal)
    const stranger = await createUser(portal)
    const isOwners = and(eq(partnerMembers.partnerId, profile.id), eq(partnerMembers.userId, user.id))
    const violation = { cause: { constraint: 'partner_profiles_owner' } }
    await expect(db.delete(partnerMembers).where(isOwners)).rejects.toMatchObject(violation)
    const setOwner = (userId: string) =>
      db.update(partnerProfiles).set({ userId }).where(eq(partnerProfiles.id, profile.id))
    await expect(setOwner(stranger.id)).rejects.toMatchObject(violation)
    const { user: member } = await createMember(portal, { partnerId: profile.id })
    await setOwner(member.id)
    expect((await db.$count(partnerMembers, isOwners)) === 1).toBe(true)
  })

  test('lets no user be a member of a partner twice, nor an address be invited twice', async () => {
    const { profile } = await createPartner(portal)
    const { user } = await createMember(portal, { partnerId: profile.id })
    const again = { partnerId: profile.id, userId: user.id, acceptedAt: new Date() }
    await expect(db.insert(partnerMembers).values(again)).rejects.toMatchObject({
      cause: { constraint: 'partner_members_user_unique' },
    })
    const invite = (email: string) =>
      db.insert(partnerMembers).values({ partnerId: profile.id, email, invitedAt: new Date() })
    await invite('robin@example.test')
    await expect(invite('ROBIN@example.test')).rejects.toMatchObject({
      cause: { constraint: 'partner_members_invited_unique' },
    })
  })
})

describe('a member who may not sign', () => {
  test('sees the tasks, files and profile of the partner, with its group, but no terms and amounts', async () => {
    const { partnerId, owner, signer, member } = await createTeam()
    const { id } = await createTask(portal, { partnerId, taskName: 'Hang the posters' })
    for (const { browser } of [owner, signer, member]) {
      expect(await readJson(browser, '/api/partner/tasks')).toMatchObject([{ id }])
      expect(await readJson(browser, `/api/tasks/${id}`)).toMatchObject({ id })
    }
    expect((await member.browser.get('/api/resources')).statusCode).toBe(200)
    for (const { browser } of [owner, signer])
      expect(await readJson(browser, '/api/partner/profile')).toMatchObject({
        id: partnerId,
        paymentAmount: '9000 canary dollars',
      })
    expect(await readJson(member.browser, '/api/partner/profile')).toMatchObject({
      id: partnerId,
      paymentAmount: null,
      jurisdiction: null,
    })
  })

  test('sees nothing of the agreements', async () => {
    const { owner, signer, member } = await createTeam()
    const documents = await readJson(owner.browser, listOwnDocuments.path)
    expect(documents).toHaveLength(2)
    expect(await readJson(signer.browser, listOwnDocuments.path)).toEqual(documents)
    expect(await readJson(member.browser, listOwnDocuments.path)).toEqual([])
    const [{ id, documentPath }] = documents
    for (const path of [
      `/api/partner/documents/${id}`,
      `/api/partner/documents/${id}/text`,
      `/api/partner/documents/${id}/agreement`,
      ...(documentPath ? [`/objects/${documentPath}`] : []),
    ]) {
      expect((await owner.browser.get(path)).statusCode, path).not.toBe(403)
      expect((await member.browser.get(path)).statusCode, path).toBe(404)
    }
    const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind)
    expect(kinds(await readJson(owner.browser, '/api/partner/activities'))).toContain('agreements')
    expect(kinds(await readJson(member.browser, '/api/partner/activities'))).not.toContain('agreements')
    expect(await readJson(member.browser, '/api/partner/activities?kind=agreements')).toEqual([])
    expect((await readJson(owner.browser, '/api/search?q=agreement')).agreements).not.toEqual([])
    expect((await readJson(member.browser, '/api/search?q=agreement')).agreements).toEqual([])
  })

  test('reads during onboarding what is left to do, with the names of the agreements and nothing else of them', async () => {
    const { partnerId, owner, member } = await createTeam('documents')
    const path = '/api/partner/onboarding'
    const agreements = [
      { documentName: 'NDA', isSigned: false },
      { documentName: 'Venue Partnership Agreement', isSigned: false },
    ]
    const state = { ownerName: expect.any(String), isProfileConfirmed: true, agreements }
    expect(await readJson(member.browser, path)).toEqual(state)
    const nda = await owner.browser.post('/api/partner/documents', signing.nda)
    expect(nda.statusCode, nda.body).toBe(201)
    const [first, second] = agreements
    expect(await readJson(member.browser, path)).toEqual({
      ...state,
      agreements: [{ ...first, isSigned: true }, second],
    })
    await db
      .update(partnerProfiles)
      .set({ onboardingStatus: 'completed' })
      .where(eq(partnerProfiles.id, partnerId))
    expect((await member.browser.get(path)).statusCode).toBe(404)
  })

  test('downloads their own data without agreements, terms and amounts', async () => {
    const { owner, member } = await createTeam()
    const download = async (browser: typeof owner.browser) => {
      const response = await browser.get('/api/account/data')
      expect(response.statusCode, response.body).toBe(200)
      return unzip(response.rawPayload)
    }
    const [owners, members] = [await download(owner.browser), await download(member.browser)]
    const amount = '9000 canary dollars'
    expect(owners['profile.json']).toContain(amount)
    expect(Object.keys(owners).join()).toContain('agreements/')
    expect(Object.values(members).join()).not.toContain(amount)
    expect(Object.keys(members).join()).not.toContain('agreements')
    expect(members['activity.json'] ?? '').not.toContain('NDA')
  })

  test('cannot sign, decline or type in an agreement', async () => {
    const { owner, member } = await createTeam('documents')
    const [{ id }] = await readJson(owner.browser, listOwnDocuments.path)
    const { browser } = member
    const statuses = [
      await browser.post('/api/partner/documents', signing.nda),
      await browser.post(`/api/partner/documents/${id}/decline`, { reason: 'Not for us' }),
      await browser.post(`/api/partner/documents/${id}/reading`, { step: 'opened', agreementVersion: 'x' }),
      await browser.put(`/api/drafts/${id}`, { values: { name: 'x' }, updatedAt: null }),
      await browser.get(`/api/drafts/${id}`),
    ].map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([404, 404, 404, 404, 404])
  })
})

test('everybody learns which partners they belong to, and for which one they act', async () => {
  const { partnerId, owner, signer, member } = await createTeam()
  const [{ businessName } = {}] = await db
    .select()
    .from(partnerProfiles)
    .where(eq(partnerProfiles.id, partnerId))
  const membership = { id: partnerId, businessName, role: 'member', canSign: false }
  for (const [browser, rights] of [
    [owner.browser, { role: 'owner', canSign: true }],
    [signer.browser, { canSign: true }],
    [member.browser, {}],
  ] as const) {
    const user = await readJson(browser, '/api/auth/user')
    expect(user).toMatchObject({ partnerId, partners: [{ ...membership, ...rights }] })
    expect(user.fullName !== undefined).toBe(browser === owner.browser)
  }
  const own = await createPartner(portal)
  await createMember(portal, { partnerId: own.profile.id })
  const values = { partnerId, userId: own.user.id, acceptedAt: new Date() }
  await db.insert(partnerMembers).values(values)
  const user = await readJson(await portal.signIn(own.user), '/api/auth/user')
  expect(user.partnerId).toBe(own.profile.id)
  expect(user.partners.map(({ id }: { id: string }) => id)).toEqual([own.profile.id, partnerId])
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  expect(await readJson(staff, '/api/auth/user')).toMatchObject({ partners: [], partnerId: null })
})

describe('a member who may sign', () => {
  test('signs for the partner, under their own name', async () => {
    const { signer, partnerId } = await createTeam('documents')
    const response = await signer.browser.post('/api/partner/documents', signing.nda)
    expect(response.statusCode, response.body).toBe(201)
    const { id } = response.json()
    expect(await readJson(signer.browser, `/api/partner/documents/${id}`)).toMatchObject({
      status: 'signed',
      partner: { id: partnerId },
    })
    const [signature] = await db
      .select()
      .from(documentSignatures)
      .where(eq(documentSignatures.documentId, id))
    expect(signature).toMatchObject({ signerId: signer.user.id, signerEmail: signer.user.email })
  })

  test('cannot sign after the right has ended, even a moment before', async () => {
    const { signer, partnerId } = await createTeam('documents')
    const isSigners = and(eq(partnerMembers.partnerId, partnerId), eq(partnerMembers.userId, signer.user.id))
    const response = await whileLocked(
      portal,
      (tx) => tx.update(partnerMembers).set({ canSign: false }).where(isSigners),
      async () => {
        const begun = signer.browser.post('/api/partner/documents', signing.nda)
        // The signature was begun with the right, and waits for the transaction that takes it.
        await waitForLockWaits(portal, 1)
        return { begun }
      },
    )
    expect(response.statusCode).toBe(404)
  })
})

test('a membership that has ended ends all access to the partner from the next request on', async () => {
  const { member, partnerId } = await createTeam()
  const { id } = await createTask(portal, { partnerId })
  expect((await member.browser.get(`/api/tasks/${id}`)).statusCode).toBe(200)
  await db.delete(partnerMembers).where(eq(partnerMembers.id, member.member.id))
  expect((await member.browser.get(`/api/tasks/${id}`)).statusCode).toBe(404)
  expect((await member.browser.get('/api/partner/profile')).statusCode).toBe(404)
  expect((await member.browser.get('/api/resources')).statusCode).toBe(403)
  expect(await readJson(member.browser, '/api/partner/tasks')).toEqual([])
})

describe('erasing', () => {
  const erase = async (user: { id: string; email: string }) => {
    const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const response = await admin.post(`/api/admin/users/${user.id}/erasure`, { email: user.email })
    expect(response.statusCode, response.body).toBe(200)
  }

  test('a member keeps the partner', async () => {
    const { member, owner, partnerId } = await createTeam()
    await erase(member.user)
    expect(await db.$count(partnerMembers, eq(partnerMembers.partnerId, partnerId))).toBe(2)
    expect(await readJson(owner.browser, '/api/partner/profile')).toMatchObject({ id: partnerId })
  })

  test('an owner who has signed ends the memberships of the others', async () => {
    const { member, owner, partnerId } = await createTeam()
    await erase(owner.user)
    const rows = await db.select().from(partnerMembers).where(eq(partnerMembers.partnerId, partnerId))
    expect(rows).toMatchObject([{ userId: owner.user.id }])
    expect((await member.browser.get('/api/partner/profile')).statusCode).toBe(404)
    expect(await db.$count(users, eq(users.id, member.user.id))).toBe(1)
  })
})
