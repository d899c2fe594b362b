import { expect, type Page } from '@playwright/test'
import { createPartner } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { createSeal } from '#test/seal-rows.ts'
import type { Portal } from './portal.ts'

export const filePicker = (page: Page) => page.getByLabel('PDF of the agreement')
export const fact = (page: Page, label: string) =>
  page.getByRole('term').filter({ hasText: label }).locator('+ dd')

/** Waits for a result, which must have the focus and be announced. */
export const expectResult = async (page: Page, title: string) => {
  await expect(page.getByRole('heading', { level: 2, name: title, exact: true })).toBeFocused()
  await expect(page.getByRole('status')).toHaveText(title)
}

/** Creates a contract that a new partner has signed, with the row of its seal. */
export const createSealedAgreement = async (portal: Portal, seal: Parameters<typeof createSeal>[2] = {}) => {
  const partner = await createPartner(portal, { status: 'completed' })
  const documentId = documentIdOf(partner, 'venue_partnership_agreement')
  return { documentId, ...(await createSeal(portal, documentId, seal)) }
}
