import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deletePasskey, listPasskeys, type Passkey, updatePasskey } from '#contract/account/passkeys.ts'
import {
  createRecoveryCodes,
  getRecoveryCodes,
  redeemRecoveryCode,
} from '#contract/account/recovery-codes.ts'
import {
  type AccountSession,
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
} from '#contract/account/sessions.ts'
import { requestStepUpCode, stepUpByCode } from '#contract/account/step-up.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { getSignInOptions } from '#contract/sign-in.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partner, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, reloadPortal, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { expectToast } from '#test/browser/steps.ts'

// Browsers have no passkeys at the address of these tests; e2e/passkeys.spec.ts uses a real authenticator.
const dialog = page.getByRole('dialog', { name: 'Account and security' })
const at = '2026-11-20T15:00:00.000Z'

const session = (fields: Partial<AccountSession>): AccountSession => ({
  id: crypto.randomUUID(),
  isCurrent: false,
  browser: 'Chrome on Linux',
  isPhone: false,
  address: '203.0.113.7',
  network: 'public',
  signedInAt: at,
  lastUsedAt: at,
  ...fields,
})

/** Responds to the reads of the Security tab like a server that stores what changes. */
const answerSecurity = (passkeys: Passkey[] = [], sessions = [session({ isCurrent: true })]) => {
  let [keys, listed] = [passkeys, sessions]
  answer(listPasskeys, () => keys)
  answer(listOwnSessions, () => listed)
  answer(getRecoveryCodes, { left: 9, createdAt: at })
  answer(getSignInOptions, { email: true, provider: false, demo: null })
  answer(updatePasskey, ({ params, body }) => {
    const [key] = keys.filter(({ id }) => id === params.id)
    if (!key) return refusal('not_found')
    const renamed = { ...key, ...(body as { name: string }) }
    keys = keys.map((each) => (each === key ? renamed : each))
    return renamed
  })
  answer(deletePasskey, ({ params }) => {
    keys = keys.filter(({ id }) => id !== params.id)
    return undefined
  })
  answer(endOwnSession, ({ params }) => {
    listed = listed.filter(({ id }) => id !== params.id)
    return undefined
  })
  answer(endOtherSessions, () => {
    const ended = listed.length - 1
    listed = listed.filter(({ isCurrent }) => isCurrent)
    return { ended }
  })
}

const confirmation = page.getByRole('dialog', { name: "Confirm that it's you" })

test('a user sees where they are signed in, ends one session after confirming, then all others', async () => {
  answerEmptyHome()
  answerSecurity([], [session({ isCurrent: true }), session({}), session({ browser: 'Safari on iOS' })])
  answer(requestStepUpCode, { minutes: 10 })
  const end = vi.fn<() => undefined>()
  const id = crypto.randomUUID()
  answer(listOwnSessions, [
    session({ isCurrent: true }),
    session({}),
    session({ id, browser: 'Safari on iOS' }),
  ])
  answer(endOwnSession, () => refusal('step_up_required', "Confirm that it's you, and try again."))
  await showPortal('/?account=security', partner)
  const rows = dialog.getByRole('region', { name: "Where you're signed in" }).getByRole('listitem')
  await expect.poll(() => rows.elements()).toHaveLength(3)
  await expect.element(rows.first()).toMatchTextContent('This browser')
  await rows.getByRole('button', { name: 'End session: Safari on iOS' }).click()

  const code = confirmation.getByLabelText('Code')
  await expect.element(code).toHaveFocus()
  await expect.element(confirmation).toMatchTextContent(partner.email)
  await expectNoAxeViolations(confirmation)
  await userEvent.keyboard('{Escape}')
  await expect.element(confirmation).not.toBeInTheDocument()
  await expectToast('Not confirmed')

  await rows.getByRole('button', { name: 'End session: Safari on iOS' }).click()
  answer(stepUpByCode, refusal('bad_request', 'This code is wrong or has expired.'))
  await code.fill('3467-9BCD')
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect.element(code).toHaveAccessibleDescription('This code is wrong or has expired.')
  await expect.element(code).toHaveFocus()
  answer(stepUpByCode, undefined)
  answer(endOwnSession, ({ params }) => {
    expect(params.id).toBe(id)
    answerSecurity([], [session({ isCurrent: true }), session({})])
    return end()
  })
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expectToast('Session ended')
  expect(end).toHaveBeenCalledOnce()
  await expect.poll(() => rows.elements()).toHaveLength(2)

  await dialog.getByRole('button', { name: 'End all other sessions' }).click()
  const asking = page.getByRole('alertdialog', { name: 'End all other sessions?' })
  await expectNoAxeViolations(asking)
  await asking.getByRole('button', { name: 'End sessions' }).click()
  await expectToast('1 session ended')
  await expect.poll(() => rows.elements()).toHaveLength(1)
  await expect.element(dialog.getByText("You're not signed in anywhere else.")).toBeVisible()
})

test('passkeys are renamed and removed, and new recovery codes are created', async () => {
  answerStaffHome()
  answerSecurity([
    { id: crypto.randomUUID(), name: 'Chrome on Linux', isSynced: true, createdAt: at, lastUsedAt: at },
  ])
  await showPortal('/?account=security', support)
  await expect.element(dialog.getByText('last used', { exact: false })).toBeVisible()
  await dialog.getByRole('button', { name: 'Rename Chrome on Linux' }).click()
  const renaming = page.getByRole('dialog', { name: 'Rename passkey' })
  await renaming.getByLabelText(/^Name/).fill('Work laptop')
  await expectNoAxeViolations(renaming)
  await renaming.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog.getByText('No passkeys yet')).toBeVisible()

  const codes = ['0000-0000-0000-0000-0000-0001', '0000-0000-0000-0000-0000-0002']
  answer(createRecoveryCodes, { codes })
  await expect.element(dialog.getByText('9 of 10 left')).toBeVisible()
  await dialog.getByRole('button', { name: 'Create new codes' }).click()
  answer(getRecoveryCodes, { left: 10, createdAt: at })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Create new codes' }).click()
  await expect.element(dialog.getByText('Save these codes now')).toBeVisible()
  await expect.element(dialog.getByText(codes[1] ?? '')).toBeVisible()
  await expectNoAxeViolations(dialog)
  await dialog.getByRole('button', { name: "I've saved them" }).click()
  await expect.element(dialog.getByText('10 of 10 left')).toBeVisible()
})

/** A member of staff who must have a passkey, with what they have done about it so far. */
const staffWith = (passkey: NonNullable<CurrentUser['passkey']>): CurrentUser => ({ ...support, passkey })
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('staff are reminded during the grace period, and cannot change passkeys before they have proven themselves', async () => {
  answerStaffHome()
  answerSecurity()
  const grace = { isRegistered: false, isRequired: false, requiredFrom: inDays(1.5) }
  await showPortal('/', staffWith(grace))
  const banner = page.getByRole('region', { name: 'Set up a passkey' })
  await expect.element(banner).toMatchTextContent('2 days left')
  await expectNoAxeViolations(banner)
  await banner.getByRole('link', { name: 'Set up' }).click()
  await expect.element(dialog).toBeVisible()

  answer(getCurrentUser, staffWith({ ...grace, isRegistered: true }))
  await reloadPortal()
  await expect.element(dialog.getByText("Confirm that it's you to make changes")).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Create new codes' })).not.toBeInTheDocument()
  await expectNoAxeViolations(dialog)
  answer(redeemRecoveryCode, undefined)
  answer(getCurrentUser, support)
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await userEvent.keyboard('0000-0000-0000-0000-0000-0001{Enter}')
  await expect.element(dialog.getByRole('button', { name: 'Create new codes' })).toBeVisible()
})

test('after the grace period staff use a recovery code instead of their passkey, or set one up', async () => {
  answerStaffHome()
  answerSecurity()
  const required = { isRegistered: true, isRequired: true, requiredFrom: inDays(-1) }
  await showPortal('/', staffWith({ ...required, isRegistered: false }))
  const heading = page.getByRole('heading', { level: 1 })
  await expect.element(heading).toHaveTextContent('Set up a passkey')

  answer(getCurrentUser, staffWith(required))
  await reloadPortal()
  await expect.element(heading).toHaveTextContent('Use your passkey')
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const field = page.getByLabelText('Recovery code')
  await expect.element(field).toHaveFocus()
  await userEvent.keyboard('12{Enter}')
  await expect.element(field).toHaveAccessibleDescription('A recovery code has 24 letters and digits')
  answer(redeemRecoveryCode, refusal('bad_request', 'This code is wrong or has been used.'))
  await field.fill('0000-0000-0000-0000-0000-0000')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveAccessibleDescription('This code is wrong or has been used.')
  await expectNoAxeViolations(page.getByRole('main'))
  answer(redeemRecoveryCode, undefined)
  answer(getCurrentUser, support)
  await userEvent.keyboard('{Enter}')
  // This is the tab in which staff replace the passkey that they have lost.
  await expect.element(dialog.getByText('9 of 10 left')).toBeVisible()
})
