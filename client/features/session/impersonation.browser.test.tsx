import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import {
  impersonationMessage,
  startImpersonation,
  stopImpersonation,
} from '#contract/session/impersonation.ts'
import { type CurrentUser, getCurrentUser } from '#contract/session/session.ts'
import { listOwnTasks, updateTask } from '#contract/tasks.ts'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { partnerLabel, rowPartner } from '#test/browser/partner-rows.ts'
import { partner, profile, support } from '#test/browser/people.ts'
import { answer, refusal } from '#test/browser/portal-responses.ts'
import { answerEmptyHome, showPortal } from '#test/browser/screen.tsx'
import { answerStaffHome } from '#test/browser/staff-home.ts'
import { address, expectToast, row } from '#test/browser/steps.ts'
import { taskRow } from '#test/browser/task-rows.ts'

const banner = page.getByRole('region', { name: 'View as partner' })
const picker = page.getByRole('combobox', { name: 'Partner', exact: true })

/** The user of the session while `support` views the portal as the partner. */
const viewed = (): CurrentUser => {
  const { id, firstName, lastName, email } = support
  return {
    ...partner,
    viewing: {
      by: { id, firstName, lastName, email },
      partner: rowPartner,
      until: new Date(Date.now() + 3_600_000).toISOString(),
    },
  }
}

test('viewing the portal as a partner changes nothing, and stopping it leads back to that partner', async () => {
  answerStaffHome()
  answerEmptyHome()
  answer(listOwnTasks, [taskRow()])
  answer(updateTask, refusal('forbidden', impersonationMessage))
  answer(startImpersonation, () => {
    answer(getCurrentUser, viewed())
    return undefined
  })
  answer(stopImpersonation, () => {
    answer(getCurrentUser, support)
    return undefined
  })
  await showPortal(`/?partner=${profile.id}`, support)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'View as partner' }).click()
  await expect.element(banner).toMatchTextContent(/Paula Ortega · read-only · until \d+:\d\d [AP]M/)
  expect(address()).toBe('/')
  await expect.element(picker).not.toBeInTheDocument()
  await expectNoAxeViolations(banner)
  await row('Hang the posters').getByRole('button', { name: 'Mark Complete' }).click()
  await expectToast(impersonationMessage)
  await expect.element(row('Hang the posters').getByText('Pending', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Open chat' }).click()
  await expectToast('Chat is off while you view the portal as a partner')
  await page.getByRole('link', { name: 'Admin', exact: true }).first().click()
  await expect.element(page.getByText('Access Denied')).toBeVisible()
  await banner.getByRole('button', { name: 'Stop viewing' }).click()
  await expect.element(picker).toHaveValue(partnerLabel)
  await expect.element(banner).not.toBeInTheDocument()
  expect(address()).toBe(`/?partner=${profile.id}`)
})

test('after an hour the banner closes and the session of staff is shown again', async () => {
  answerStaffHome()
  answerEmptyHome()
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  await showPortal('/', viewed())
  await expect.element(banner).toBeVisible()
  answer(getCurrentUser, support)
  await vi.advanceTimersByTimeAsync(3_605_000)
  await expect.element(picker).toBeVisible()
  await expect.element(banner).not.toBeInTheDocument()
})

test('viewing as a colleague is refused with the reason', async () => {
  answerStaffHome()
  const message = 'This profile belongs to a staff member. Only partners can be viewed.'
  answer(startImpersonation, refusal('conflict', message))
  await showPortal(`/?partner=${profile.id}`, support)
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'View as partner' }).click()
  await expectToast(message)
  await expect.element(picker).toHaveValue(partnerLabel)
})
