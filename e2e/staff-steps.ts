import type { Locator, Page } from '@playwright/test'
import { createPartner, createUser } from '#test/factories.ts'
import { expect } from './fixtures.ts'
import type { Person, Portal } from './portal.ts'
import { uniqueName } from './resource-steps.ts'

type SignInAs = (page: Page, person: Person) => Promise<void>

/** A row of the dashboard by its title. */
export const row = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) })

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const picker = (place: Page | Locator) => place.getByRole('combobox', { name: 'Partner', exact: true })

/** Creates a partner with a unique name. */
export const newPartner = async (portal: Portal, status: 'documents' | 'completed' = 'completed') => {
  const { profile, user, documents } = await createPartner(portal, {
    status,
    fullName: uniqueName('Vera Lindqvist'),
    businessName: uniqueName('Lindqvist Lounge'),
  })
  return { user, profile, documents, label: `${profile.fullName} · ${profile.businessName}` }
}

/** Signs in a member of staff and opens the dashboard of a new partner. */
export const visitPartner = async (
  portal: Portal,
  page: Page,
  signInAs: SignInAs,
  { role = 'support', status }: { role?: 'support' | 'admin'; status?: 'documents' } = {},
) => {
  const staff = await createUser(portal, { role })
  const partner = await newPartner(portal, status)
  await signInAs(page, staff)
  await page.goto(`/?partner=${partner.profile.id}`)
  await expect(picker(page)).toHaveValue(partner.label)
  return { staff, ...partner, partnerId: partner.profile.id }
}
