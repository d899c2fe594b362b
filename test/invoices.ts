import { invoices } from '#server/db/schema/invoices.ts'
import type { TestApp } from './app.ts'
import type { Browser } from './browser.ts'
import { createUpload } from './factories.ts'

type NewInvoice = Partial<typeof invoices.$inferInsert> & { partnerId: string }

let last = 0

/** Creates an invoice of a partner that waits for a decision, by default of $450.00, with a number of its own and without a file. */
export const createInvoice = async (portal: Pick<TestApp, 'db'>, given: NewInvoice) => {
  const usual = { number: `2026-${++last}`, amountCents: 45_000, currency: 'USD' }
  const [row] = await portal.db
    .insert(invoices)
    .values({ ...usual, ...given })
    .returning()
  if (!row) throw new Error('no row came back')
  return row
}

/** Adds an invoice with a file that staff have rejected to a partner. Its texts contain a word. Returns the path of the file. */
export const addInvoice = async (
  portal: TestApp,
  { user, profile }: { user: { id: string }; profile: { id: string } },
  word: string,
) => {
  const { objectKey, fileName, fileType, fileSize, sha256 } = await createUpload(portal, {
    userId: user.id,
    purpose: 'proof',
    state: 'registered',
    usedAt: new Date(),
    fileName: `${word} invoice.txt`,
  })
  const file = { filePath: objectKey, fileName, fileType, fileSize, fileSha256: sha256 }
  const texts = { note: `${word} chairs`, reason: `${word} was not agreed`, status: 'rejected' as const }
  await createInvoice(portal, { partnerId: profile.id, sentBy: user.id, ...texts, ...file })
  return objectKey
}

/** Uploads a text as an invoice, and returns the path under which it is sent. */
export const uploadInvoice = async (browser: Browser, fileName = 'invoice.txt') => {
  const asked = await browser.post('/api/partner/invoices/upload', { fileName, fileSize: 5 })
  if (asked.statusCode !== 201) throw new Error(asked.body)
  const { uploadURL } = asked.json()
  await browser.send('PUT', uploadURL, Buffer.from('Hello'), { 'content-type': 'text/plain' })
  const registered = await browser.put('/api/task-proofs/upload', { resourceURL: uploadURL })
  return registered.json().filePath as string
}
