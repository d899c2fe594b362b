import type { Page } from '@playwright/test'
import { createPartner, createTask } from '#test/factories.ts'
import { readPdf } from '#test/pdf-programs.ts'
import { expect, test } from './fixtures.ts'

/** Prints the page and returns the text of each printed page. */
const print = async (page: Page) => readPdf(await page.pdf({ format: 'Letter' })).wholePages()

const countIn = (pages: string[], text: string) => pages.join('\n').split(text).length - 1

test('what is open is printed once and completely, with a header, and an unsigned agreement is marked', async ({
  page,
  portal,
  signInAs,
}) => {
  const { profile, documents } = await createPartner(portal, {
    fullName: 'Dana Quill',
    businessName: 'Quiet Bay Studio',
  })
  const instructions = Array.from({ length: 60 }, (_, line) => `Hang poster ${line + 1} at the entrance.`)
  const task = await createTask(portal, {
    partnerId: profile.id,
    taskName: 'Hang the posters',
    instructions: instructions.join('\n'),
  })
  await signInAs(page, 'support@demo.test')

  await page.goto(`/?agreement=${documents[0]?.id}`)
  // The text appears once its typeface has loaded.
  await expect(
    page
      .getByRole('dialog')
      .getByText(/Agreement Date/)
      .first(),
  ).toBeVisible()
  const agreement = await print(page)
  expect(agreement.length).toBeGreaterThan(1)
  expect(countIn(agreement, 'Printed ')).toBe(1)
  expect(agreement[0]).toContain('Partner Portal')
  expect(countIn(agreement, 'Not signed. For reading only.')).toBe(2)
  const headings = agreement.join('\n').match(/^\d+\. .+$/gm) ?? []
  expect(headings.length).toBeGreaterThan(3)
  expect(new Set(headings).size).toBe(headings.length)

  await page.goto(`/?task=${task.id}`)
  await expect(page.getByRole('dialog').getByText('Hang poster 60 at the entrance.')).toBeAttached()
  const printedTask = await print(page)
  for (const line of instructions) expect(countIn(printedTask, line), line).toBe(1)
  expect(countIn(printedTask, 'Printed ')).toBe(1)
  expect(countIn(printedTask, 'Welcome back')).toBe(0)

  await page.goto(`/admin?tab=partners&partner=${profile.id}&section=overview`)
  await expect(page.getByRole('dialog').getByText('Social Media')).toBeAttached()
  const record = await print(page)
  expect(countIn(record, 'Printed ')).toBe(1)
  expect(record.join('\n')).toMatch(/Quiet Bay Studio[\s\S]*Social Media/)
  expect(countIn(record, 'Admin Panel')).toBe(0)
})
