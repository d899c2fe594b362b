import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { listOwnDocuments } from '#contract/documents/documents.ts'
import { getPartnerManager } from '#contract/partners/partner-manager.ts'
import { getProfile } from '#contract/partners/profile.ts'
import { listResourceFolders } from '#contract/resources/folders.ts'
import { type CurrentUser, getPortal } from '#contract/session/session.ts'
import { partner, profile, support, withoutPartner } from '#test/browser/people.ts'
import { answer } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'

const main = page.getByRole('main')
const headings = (level: number) =>
  page
    .getByRole('heading', { level })
    .elements()
    .map(({ textContent }) => textContent)

test('the welcome page describes the parts of the portal and links to them', async () => {
  answerEmptyHome()
  answer(listResourceFolders, [])
  await showPortal('/welcome', partner)
  await expect.poll(() => headings(1)).toEqual(['Welcome to Partner Portal'])
  expect(headings(2)).toEqual([
    'Onboarding Complete',
    'Resources Available',
    'Partner Network',
    'Team Contact',
    'Need Help',
  ])
  const help = page.getByRole('region', { name: 'Need Help' }).getByRole('listitem').elements()
  expect(help.map(({ textContent }) => textContent)).toEqual([
    'Chat with the Partner Team',
    'Check the resources section',
    'Contact the partner success manager',
  ])
  await page.getByRole('link', { name: 'Browse Resources' }).click()
  await expect.poll(() => location.pathname).toBe('/resources')
  history.back()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect.poll(() => location.pathname).toBe('/dashboard')
})

test('the welcome page names the partner manager', async () => {
  answerEmptyHome()
  answer(getPartnerManager, { manager: { name: 'Max Hill', profileImageUrl: null } })
  await showPortal('/welcome', partner)
  await expect.element(main.getByText('Contact the partner success manager, Max Hill')).toBeVisible()
})

test('the pre-onboarding page describes the steps and starts them', async () => {
  await showPortal('/pre-onboarding', withoutPartner)
  await expect.poll(() => headings(2)).toEqual(['Profile Setup', 'Legal Documents', 'Portal Access'])
  await expect.element(main.getByText('Review and digitally sign partnership agreements.')).toBeVisible()
  await page.getByRole('link', { name: 'Start Onboarding' }).click()
  await expect.element(page.getByText('Step 1 of 4', { exact: true })).toBeVisible()
  expect(location.pathname + location.search).toMatch(/^\/onboarding(\?step=welcome)?$/)
})

const states: {
  who: string
  user: CurrentUser
  status?: 'profile' | 'documents'
  line: string
  cards: string[]
  next: string
}[] = [
  {
    who: 'a partner with a confirmed profile',
    user: partner,
    status: 'documents',
    line: 'Your profile is confirmed. Sign both agreements. Then you can use the whole portal.',
    cards: ['Done', '0 of 2 signed', 'Opens when both agreements are signed'],
    next: 'Start Onboarding',
  },
  {
    who: 'a partner whose profile staff have entered',
    user: partner,
    status: 'profile',
    line: 'Check the profile the partner team entered for you, and sign two agreements. Then you can use the whole portal.',
    cards: ['Next', 'Opens when your profile is confirmed', 'Opens when both agreements are signed'],
    next: 'Start Onboarding',
  },
  {
    who: 'an approved partner',
    user: partner,
    line: 'Your profile is confirmed and both agreements are signed. The portal is yours to use.',
    cards: ['Done', 'Done', 'Done'],
    next: 'Go to Dashboard',
  },
  {
    who: 'staff',
    user: support,
    line: 'This is what partners see before they complete onboarding',
    cards: ['reach you.', 'agreements.', 'one place.'],
    next: 'Start Onboarding',
  },
]

test.for(states)('pre-onboarding shows $who their own state', async ({ user, status, line, cards, next }) => {
  answerEmptyHome()
  if (status) answer(getProfile, { ...profile, onboardingStatus: status })
  await showPortal('/pre-onboarding', user)
  await expect.element(main.getByText(line)).toBeVisible()
  await expect.element(main.getByRole('link', { name: next })).toBeVisible()
  for (const [index, text] of cards.entries())
    await expect
      .poll(() => main.getByRole('listitem').elements()[index]?.textContent)
      .toMatch(new RegExp(`${text}$`))
})

const later = page.getByText('Resources open when both agreements are signed', { exact: true })

test('a path that opens later says so to a new partner', async () => {
  await showPortal('/resources', withoutPartner)
  await expect.element(later).toBeVisible()
  history.pushState(null, '', '/')
  await expect.element(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
  await expect.element(later).not.toBeInTheDocument()
})

test('a path that opens later says so until the partner continues, also after a reload', async () => {
  answer(listOwnDocuments, [])
  answer(getPortal, { companyName: 'Northwind Ventures' })
  answer(getProfile, { ...profile, onboardingStatus: 'documents' })
  await showPortal('/resources', partner)
  await expect.element(later).toBeVisible()
  expect(location.pathname + location.search).toBe('/onboarding?step=documents')
  await reloadPortal()
  await expect.element(later).toBeVisible()
  await expect.element(page.getByText('0 of 2 agreements signed')).toBeVisible()
  await page.getByRole('button', { name: 'Back to Profile' }).click()
  await expect.element(later).not.toBeInTheDocument()
})

test.for([
  ['Go to Dashboard', '/dashboard'],
  ['Go Home', '/'],
] as const)(
  'the admin panel denies partners access, names the required role and has the link %s',
  async ([link, path]) => {
    answerEmptyHome()
    await showPortal('/admin', partner)
    await expect.poll(() => headings(1)).toEqual(['Access Denied'])
    await expect
      .element(
        page.getByText(
          "You don't have permission to access the admin panel. Admin or support role is required.",
          {
            exact: true,
          },
        ),
      )
      .toBeVisible()
    await page.getByRole('link', { name: link }).click()
    await expect.poll(() => location.pathname).toBe(path)
  },
)
