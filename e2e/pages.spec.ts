import { createPartner } from '#test/factories.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'

test('the welcome page describes the parts of the portal and links to them', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  await page.goto('/welcome')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome to Partner Portal')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Onboarding Complete',
    'Resources Available',
    'Partner Network',
    'Team Contact',
    'Need Help',
  ])
  await expect(page.getByRole('region', { name: 'Need Help' }).getByRole('listitem')).toHaveText([
    'Chat with the Partner Team',
    'Check the resources section',
    'Contact the partner success manager',
  ])
  await page.getByRole('link', { name: 'Browse Resources' }).click()
  await expect(page).toHaveURL('/resources')
  await page.goBack()
  await page.getByRole('link', { name: 'Go to Dashboard' }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('the pre-onboarding page describes the steps and starts them', async ({ page, signInAs }) => {
  await signInAs(page, 'new@demo.test')
  await page.goto('/pre-onboarding')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    'Profile Setup',
    'Legal Documents',
    'Portal Access',
  ])
  await expect(page.getByText('Review and digitally sign partnership agreements.')).toBeVisible()
  await page.getByRole('link', { name: 'Start Onboarding' }).click()
  await expect(page).toHaveURL(/^[^?]*\/onboarding(\?step=welcome)?$/)
  await expect(page.getByText('Step 1 of 4', { exact: true })).toBeVisible()
})

const states = [
  {
    who: 'a partner with a confirmed profile',
    create: async () => 'pending@demo.test',
    line: 'Your profile is confirmed. Sign both agreements. Then you can use the whole portal.',
    cards: ['Done', '0 of 2 signed', 'Opens when both agreements are signed'],
    next: 'Start Onboarding',
  },
  {
    who: 'a partner whose profile staff have entered',
    create: async (portal: Portal) => (await createPartner(portal, { status: 'profile' })).user,
    line: 'Check the profile that the partner team has entered, and sign two agreements.',
    cards: ['Next', 'Opens when your profile is confirmed', 'Opens when both agreements are signed'],
    next: 'Start Onboarding',
  },
  {
    who: 'an approved partner',
    create: async () => 'partner@demo.test',
    line: 'Your profile is confirmed and both agreements are signed.',
    cards: ['Done', 'Done', 'Done'],
    next: 'Go to Dashboard',
  },
  {
    who: 'staff',
    create: async () => 'support@demo.test',
    line: 'This is what partners see before they complete onboarding',
    cards: ['reach you.', 'agreements.', 'one place.'],
    next: 'Start Onboarding',
  },
]

for (const width of [1440, 390]) {
  test.describe(`at ${width} px`, () => {
    test.use({ viewport: { width, height: 844 } })

    for (const { who, create, line, cards, next } of states) {
      test(`pre-onboarding shows ${who} their own state`, async ({ page, portal, signInAs }) => {
        await signInAs(page, await create(portal))
        await page.goto('/pre-onboarding')
        const main = page.getByRole('main')
        await expect(main.getByText(line)).toBeVisible()
        await expect(main.getByRole('link', { name: next })).toBeVisible()
        const items = main.getByRole('listitem')
        for (const [index, text] of cards.entries()) {
          await expect(items.nth(index)).toHaveText(new RegExp(`${text}$`))
        }
        await expectNoAxeViolations(page, main)
      })
    }

    test('a path that opens later says so, until the partner goes on', async ({ page, signInAs }) => {
      const later = page.getByText('Resources open when both agreements are signed', { exact: true })
      await signInAs(page, 'new@demo.test')
      await page.goto('/resources')
      await expect(later).toBeVisible()
      await page.goto('/')
      await expect(page.getByRole('heading', { name: 'Onboarding Required' })).toBeVisible()
      await expect(later).toHaveCount(0)

      await signInAs(page, 'pending@demo.test')
      await page.goto('/resources')
      await expect(later).toBeVisible()
      await expect(page).toHaveURL('/onboarding?step=documents')
      await page.reload()
      await expect(later).toBeVisible()
      // The button lies below the cards, and moves while they load.
      await expect(page.getByText('0 of 2 agreements signed')).toBeVisible()
      await page.getByRole('button', { name: 'Back to Profile' }).click()
      await expect(later).toHaveCount(0)
    })
  })
}

test('an error that a person opens is a page, and the next step leads on', async ({
  page,
  signOut,
  browserErrors,
}) => {
  browserErrors.allow(/401.*\/objects\/gone$/)
  await signOut(page)
  await page.goto('/objects/gone')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to continue')
  await expectNoAxeViolations(page, page.getByRole('main'))
  await page.getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL('/sign-in')
})

test('the admin panel denies partners access and names the required role', async ({ page, signInAs }) => {
  await signInAs(page, 'partner@demo.test')
  for (const [link, address] of [
    ['Go to Dashboard', '/dashboard'],
    ['Go Home', '/'],
  ] as const) {
    await page.goto('/admin')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Access Denied')
    await expect(
      page.getByText(
        "You don't have permission to access the admin panel. Admin or support role is required.",
        { exact: true },
      ),
    ).toBeVisible()
    await page.getByRole('link', { name: link }).click()
    await expect(page).toHaveURL(address)
  }
})

test('the admin panel shows the partner counts', async ({ page, signInAs }) => {
  await signInAs(page, 'support@demo.test')
  const answered = page.waitForResponse('**/api/admin/stats')
  await page.goto('/admin')
  const { total, pending, approved, documentsCompleted } = await (await answered).json()
  expect(total).toBeGreaterThan(10)
  await expect(page.getByText('Manage partners, users, and system resources.')).toBeVisible()
  await expect(page.getByRole('term')).toHaveText([
    'Total Partners',
    'Pending Reviews',
    'Signed Agreements',
    'Approved Partners',
  ])
  const partners = (count: number) => (count === 1 ? 'partner' : 'partners')
  await expect(page.getByRole('definition')).toHaveText(
    [
      [total, `${partners(total)} with a profile`],
      [pending, `${partners(pending)} to confirm their profile`],
      [documentsCompleted, `${partners(documentsCompleted)} with a signed NDA`],
      [approved, `${partners(approved)} done with onboarding`],
    ]
      .flat()
      .map(String),
  )
  const status = page.getByRole('region', { name: 'System Status' })
  await expect(status.getByRole('progressbar', { name: 'NDAs Signed' })).toHaveAttribute(
    'aria-valuetext',
    `${documentsCompleted} of ${total}`,
  )
  await expect(status.getByRole('progressbar', { name: 'Profile Completed' })).toHaveAttribute(
    'aria-valuetext',
    `${total - pending} of ${total}`,
  )
})

test('counts that fail to load show an error, and Retry loads them', async ({
  page,
  signInAs,
  browserErrors,
}) => {
  browserErrors.allow(/500.*\/api\/admin\/stats$/)
  await signInAs(page, 'admin@demo.test')
  await page.route('/api/admin/stats', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/admin')
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Failed to Load Statistics')
  await expect(alert).toContainText('Unable to load admin statistics. Please try refreshing the page.')
  await page.unroute('/api/admin/stats')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('definition').first()).toHaveText(/^\d+$/)
  await expect(alert).toHaveCount(0)
})
