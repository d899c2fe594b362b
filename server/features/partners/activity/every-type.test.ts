import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { activityTypes, internalActivityTypes, type PartnerActivity } from '#contract/partners/activity.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { logFirstSignIn } from '#server/features/partners/activity/data.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { setCountersigned } from '#test/countersigning.ts'
import {
  activationForm,
  createFolder,
  createPartner,
  createResource,
  createUser,
  profileForm,
  sign,
  taskForm,
} from '#test/factories.ts'
import { createObligation } from '#test/obligations.ts'
import { onePixel } from '#test/pictures.ts'
import { createPastActivation, sendPhoto } from '#test/recaps.ts'
import { signing } from '#test/signing.ts'
import { uploadFile } from '#test/uploads.ts'

const portal = await createTestApp()
afterAll(portal.close)

const staffName = { firstName: 'Zebulon', lastName: 'Quist' }
const admin = await createUser(portal, { role: 'admin', ...staffName })
const staff = await portal.signIn(admin)
const other = await createPartner(portal, { fullName: 'Oriel Onyx', businessName: 'Onyx Hall' })

const ok = async (response: ReturnType<Browser['get']>) => {
  const { statusCode, body } = await response
  expect(statusCode, body).toBeLessThan(300)
  return body ? JSON.parse(body) : null
}
const post = (browser: Browser, url: string, body?: object) => ok(browser.post(url, body))
const put = (browser: Browser, url: string, body?: object) => ok(browser.put(url, body))

interface Partner {
  userId: string
  partnerId: string
  browser: Browser
}

const putThroughOnboarding = async ({ userId, partnerId, browser }: Partner) => {
  const [user] = await portal.db.select().from(users).where(eq(users.id, userId))
  if (!user) throw new Error('no user')
  await put(staff, `/api/admin/partners/${partnerId}`, { ...profileForm, businessName: 'Changed Hall' })
  await post(browser, '/api/partner/profile', { ...profileForm, businessName: 'Confirmed Hall' })
  await post(browser, '/api/partner/profile', { ...profileForm, businessName: 'Changed again Hall' })
  await setCountersigned(portal, 'nda')
  const { id, evidence } = await sign(portal, user, 'nda')
  const signer = { signerName: 'Robin Vale', signerTitle: 'Director' }
  await post(staff, `/api/admin/documents/${id}/countersign`, {
    ...signer,
    textSha256: evidence?.textSha256,
  })
  const contract = (await ok(browser.get('/api/partner/documents'))).find(
    ({ documentType }: { documentType: string }) => documentType === 'venue_partnership_agreement',
  )
  await put(staff, `/api/partner/documents/${contract.id}`, { status: 'signed' })
  const scan = await uploadFile(staff, 'pdf', Buffer.from('%PDF-1.7\n%%EOF\n'), 'scan.pdf')
  await post(staff, `/api/admin/documents/${contract.id}/scan`, { scan })
  await post(staff, `/api/admin/documents/${contract.id}/take-back`, { reason: 'Wrong paper' })
  await sign(portal, user, 'venue_partnership_agreement', contract.id)
  await post(staff, `/api/admin/partners/${partnerId}/take-back-status`, { reason: 'Moved' })
  const change = { kind: 'manager', managerId: (await createUser(portal, { role: 'support' })).id }
  await post(staff, '/api/admin/partners/bulk', { change, ids: [partnerId] })
  await post(browser, '/api/partner/profile', profileForm)
}

const changeAgreements = async ({ partnerId, browser }: Partner) => {
  const documentType = 'venue_partnership_agreement'
  const { id } = await post(staff, `/api/admin/partners/${partnerId}/documents`, { documentType })
  await put(staff, `/api/admin/documents/${id}`, { documentType, appendixA: { eventName: 'Autumn weekend' } })
  await post(staff, `/api/admin/documents/${id}/withdraw`, { reason: 'By mistake' })
  const replacing = await post(staff, `/api/admin/partners/${partnerId}/documents`, {
    documentType: 'nda',
    replacesEarlier: true,
  })
  await post(browser, `/api/partner/documents/${replacing.id}/decline`, { reason: 'Too small' })
  await post(browser, '/api/partner/documents', { ...signing.nda, documentId: replacing.id })
  await post(staff, `/api/admin/documents/${replacing.id}/void`, { reason: 'Wrong company' })
}

const workOnTasks = async ({ partnerId, userId, browser }: Partner) => {
  const create = () => post(staff, '/api/tasks', { ...taskForm, partnerId })
  const { id } = await create()
  const url = `/api/tasks/${id}`
  await put(staff, url, { taskName: 'Hang both', ownerId: admin.id })
  const asked = await post(browser, `${url}/proofs/upload`, { fileName: 'proof.txt', fileSize: 5 })
  const bytes = { 'content-type': 'text/plain' }
  expect((await browser.put(asked.uploadURL, Buffer.from('hello'), bytes)).statusCode).toBe(204)
  const { filePath } = await put(browser, '/api/task-proofs/upload', { resourceURL: asked.uploadURL })
  const proof = await post(browser, `${url}/proofs`, { filePath })
  await ok(browser.remove(`${url}/proofs/${proof.id}`))
  await post(browser, `${url}/comments`, { body: 'Done.' })
  await put(browser, url, { assigneeId: userId, status: 'completed' })
  await post(staff, `${url}/send-back`, { comment: 'A photo is missing.' })
  await put(browser, url, { status: 'completed' })
  await post(staff, `${url}/accept`, {})
  const moved = await create()
  await put(staff, `/api/tasks/${moved.id}`, { partnerId: other.profile.id })
  const group = { partnerGroup: 'Onyx friends' }
  await put(staff, `/api/admin/users/${userId}/partner-group`, group)
  const shared = await post(staff, '/api/tasks', { ...taskForm, assignedGroup: group.partnerGroup })
  await put(staff, `/api/admin/users/${userId}/partner-group`, { partnerGroup: null })
  await put(staff, `/api/admin/users/${userId}/partner-group`, group)
  await ok(staff.remove(`/api/tasks/${shared.id}`))
  await post(staff, '/api/tasks/restore', { ids: [shared.id] })
}

const plan = async ({ partnerId }: Partner) => {
  const create = () => post(staff, '/api/activations', { ...activationForm, partnerId })
  const [stays, moves] = [await create(), await create()]
  await put(staff, `/api/activations/${stays.id}`, { name: 'Spring days' })
  await post(staff, `/api/activations/${stays.id}/comments`, { body: 'See you there' })
  await ok(staff.remove(`/api/activations/${stays.id}`))
  await put(staff, `/api/activations/${moves.id}`, { partnerId: other.profile.id })
}

/** Writes the recap of an event, with a photo. */
const recap = async ({ partnerId, browser }: Partner) => {
  const { id } = await createPastActivation(portal, { partnerId })
  await put(browser, `/api/activations/${id}/recap`, { guests: 140, signUps: 32 })
  await put(browser, `/api/activations/${id}/recap`, { guests: 141 })
  const photo = await ok(sendPhoto(browser, id, onePixel, { name: 'photo.png' }))
  await ok(browser.remove(`/api/activations/${id}/photos/${photo.id}`))
}

/** Does what can be done with the obligations, invoices and payments of an agreement. */
const owe = async ({ partnerId, browser }: Partner) => {
  const { id } = await createObligation(portal, { partnerId })
  await put(browser, `/api/obligations/${id}`, { status: 'done' })
  await put(staff, `/api/obligations/${id}`, { status: 'open' })
  await put(staff, `/api/obligations/${id}`, { status: 'waived', note: 'It is a small room' })
  const deposit = { kind: 'deposit', owedBy: 'company', amountCents: 100 } as const
  const { id: obligationId } = await createObligation(portal, { partnerId, ...deposit })
  const invoice = await post(browser, '/api/partner/invoices', { obligationId })
  const decide = (decision: object) => put(staff, `/api/admin/invoices/${invoice.id}`, decision)
  await decide({ status: 'approved' })
  await decide({ status: 'scheduled', payOn: '2149-04-17' })
  await decide({ status: 'rejected', reason: 'It is a small room' })
  await decide({ status: 'received' })
  await ok(browser.remove(`/api/partner/invoices/${invoice.id}`))
  const entry = { partnerId, amountCents: 100, currency: 'USD', paidOn: '2026-11-20', method: 'check' }
  const payment = await ok(staff.post('/api/admin/payments', entry, { 'idempotency-key': 'one' }))
  const reversal = `/api/admin/payments/${payment.id}/reversal`
  await ok(staff.post(reversal, { reason: 'It bounced' }, { 'idempotency-key': 'two' }))
}

const download = async ({ browser }: Partner) => {
  const folder = await createFolder(portal, { name: 'Posters' })
  const { id } = await createResource(portal, { title: 'Poster', folderId: folder.id })
  await post(browser, `/api/resources/${id}/download`)
  await post(browser, `/api/resource-folders/${folder.id}/download`)
}

const manageAccount = async ({ userId, partnerId }: Partner) => {
  const url = `/api/admin/users/${userId}`
  const [user] = await portal.db.select().from(users).where(eq(users.id, userId))
  await post(staff, '/api/admin/users/invitations', { userIds: [userId] })
  await post(staff, `/api/admin/partners/${partnerId}/remind`, {})
  await put(staff, url, { firstName: 'Ann', lastName: 'Hill', email: user?.email })
  await put(staff, url, { firstName: 'Ann', lastName: 'Hill', email: `new-${user?.email}` })
  await put(staff, `${url}/role`, { role: 'support' })
  await put(staff, `${url}/role`, { role: 'user' })
  await post(staff, `${url}/disable`)
  await post(staff, `${url}/enable`)
}

const managePeople = async ({ partnerId, browser }: Partner) => {
  const url = '/api/partner/members'
  const person = await createUser(portal)
  const invited = await portal.signIn(person)
  const invite = () => post(browser, url, { email: person.email })
  const respond = (id: string, response: string) =>
    post(invited, `/api/partner/invitations/${id}/${response}`)
  await ok(browser.remove(`${url}/${(await invite()).id}`))
  await respond((await invite()).id, 'decline')
  const { id } = await invite()
  await respond(id, 'accept')
  await put(staff, `/api/admin/partners/${partnerId}/members/${id}`, { title: 'Director' })
  await post(browser, `${url}/${id}/ownership`)
  await respond(id, 'decline')
  await post(browser, `${url}/${id}/ownership`)
  await ok(browser.remove(`${url}/${id}/ownership`))
  await post(staff, `/api/admin/partners/${partnerId}/members/${id}/ownership`)
  const [former] = (await ok(staff.get(`/api/admin/partners/${partnerId}/members`))).slice(1)
  await post(staff, `/api/admin/partners/${partnerId}/members/${former.id}/ownership`)
  await ok(invited.remove(`${url}/${id}`))
}

test('each type of activity is recorded, and no line shows the partner the name of a member of staff or of another partner', async () => {
  const { id: userId } = await createUser(portal)
  await post(staff, '/api/admin/partners', { ...profileForm, userId })
  const [profile] = await portal.db.select().from(partnerProfiles).where(eq(partnerProfiles.userId, userId))
  const partnerId = profile?.id ?? ''
  await logFirstSignIn(portal.db, userId)
  const user = (await portal.db.select().from(users).where(eq(users.id, userId)))[0]
  if (!user) throw new Error('no user')
  const partner = { userId, partnerId, browser: await portal.signIn(user) }
  const steps = [
    putThroughOnboarding,
    changeAgreements,
    workOnTasks,
    plan,
    recap,
    owe,
    download,
    managePeople,
    manageAccount,
  ]
  for (const step of steps) await step(partner)

  const forStaff: PartnerActivity[] = await ok(staff.get(`/api/admin/partners/${partnerId}/activities`))
  const typesOf = (list: PartnerActivity[]) =>
    [...new Set(list.map(({ activityType }) => activityType))].sort()
  expect(typesOf(forStaff)).toEqual([...activityTypes].sort())
  // Onboarding completed by the mark on paper, by the signature after the first was taken back, and by confirming the profile again.
  expect(forStaff.filter(({ activityType }) => activityType === 'onboarding_completed')).toHaveLength(3)
  expect(forStaff.every(({ description }) => /^[A-Z"]/.test(description))).toBe(true)

  // Disabling the user has ended their session.
  const again = await portal.signIn(user)
  const response = await again.get('/api/partner/activities')
  const own: PartnerActivity[] = response.json()
  expect(typesOf(own)).toEqual(
    [...activityTypes].filter((type) => !internalActivityTypes.includes(type)).sort(),
  )
  for (const word of [...Object.values(staffName), admin.id, 'Onyx', other.profile.id, '@']) {
    expect(response.body).not.toContain(word)
  }
})
