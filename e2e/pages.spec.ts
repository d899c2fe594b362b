import { expect, test } from './fixtures.ts'

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
  await expect(page.getByRole('definition')).toHaveText(
    [
      [total, 'partners with a profile'],
      [pending, 'profiles to be confirmed'],
      [documentsCompleted, 'partners with a signed NDA'],
      [approved, 'partners done with onboarding'],
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
