import type { Page } from '@playwright/test'
import { createUser } from '#test/factories.ts'
import { codeIn, reportTokenIn } from '#test/sign-in-mail.ts'
import { ageSessions } from '#test/step-up.ts'
import { expectNoAxeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import type { Portal } from './portal.ts'
import { toast } from './resource-steps.ts'

const account = (page: Page) => page.getByRole('dialog', { name: 'Account and security' })
const sessionRows = (page: Page) =>
  account(page).getByRole('region', { name: "Where you're signed in" }).getByRole('listitem')
const signInPage = (page: Page) => page.getByLabel('Email')
const mailsTo = ({ mail }: Portal, email: string) => mail.mails.filter(({ to }) => to?.[0]?.address === email)

/** Signs in as people do. */
const signInByCode = async (page: Page, portal: Portal, email: string) => {
  const before = mailsTo(portal, email).length
  await page.goto('/sign-in')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await page.getByLabel('Code').fill(codeIn(await portal.mail.mailTo(email, before + 1)))
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Onboarding Required')
}

test.beforeEach(({ browserErrors }) => {
  // The browser also reports refused requests on its console.
  browserErrors.allow(/status of 403 .*\/api\/(account\/sessions|admin\/users)\//)
  browserErrors.allow(/status of 400 .*\/api\/account\/report$/)
})

test('a user sees where they are signed in, ends one session after confirming, then all others', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const user = await createUser(portal)
  const others = [await openBrowser(), await openBrowser()]
  await signInByCode(page, portal, user.email)
  for (const other of others) {
    await signInAs(other, user)
    await other.goto('/')
  }
  await ageSessions(portal, user)
  await page.goto('/?account=security')
  await expect(sessionRows(page)).toHaveCount(3)
  await expect(sessionRows(page).first()).toContainText('This browser')
  await expect(sessionRows(page).first()).toContainText('Chrome on Linux')

  await sessionRows(page)
    .last()
    .getByRole('button', { name: /^End session/ })
    .click()
  const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })
  await confirmation.getByLabel('Code').fill(codeIn(await portal.mail.mailTo(user.email, 2)))
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(toast(page)).toContainText('Session ended')
  await expect(sessionRows(page)).toHaveCount(2)

  await account(page).getByRole('button', { name: 'End all other sessions' }).click()
  const asking = page.getByRole('alertdialog', { name: 'End all other sessions?' })
  await expectNoAxeViolations(page, asking)
  await asking.getByRole('button', { name: 'End sessions' }).click()
  await expect(toast(page)).toContainText('1 session ended')
  await expect(sessionRows(page)).toHaveCount(1)
  await expect(account(page)).toContainText("You're not signed in anywhere else.")
  // Their pages notice it by themselves.
  for (const other of others) await expect(signInPage(other)).toBeVisible()
  await page.reload()
  await expect(sessionRows(page)).toHaveCount(1)
})

test('"This wasn’t me" in the email about a new browser signs out everywhere, once a person presses the button', async ({
  page,
  portal,
  openBrowser,
}) => {
  const { email } = await createUser(portal)
  await signInByCode(page, portal, email)
  const thief = await openBrowser()
  await signInByCode(thief, portal, email)
  const mail = await portal.mail.mailTo(email, 3)
  expect(mail.subject).toBe('New sign-in to your Partner Portal account')
  expect(mail.text).toContain('Chrome on Linux')

  const reader = await openBrowser()
  await reader.goto(`/sign-in#report=${reportTokenIn(mail)}`)
  await expect(reader.getByRole('heading', { name: "This wasn't you?" })).toBeVisible()
  await expect(reader.getByText('passkeys and recovery codes added in the last 7 days')).toBeVisible()
  await expectNoAxeViolations(reader)
  await thief.reload()
  await expect(thief.getByRole('heading', { level: 1 })).toHaveText('Onboarding Required')

  await reader.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Your account is signed out everywhere')
  await expect(reader.getByText('2 sessions ended.')).toBeVisible()
  await expectNoAxeViolations(reader)
  for (const signedOut of [thief, page]) await expect(signInPage(signedOut)).toBeVisible()

  await reader.reload()
  await reader.getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(reader.getByRole('alert')).toContainText('This link has been used or has expired.')
  await expectNoAxeViolations(reader)
})
