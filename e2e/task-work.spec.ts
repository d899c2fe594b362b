import { createTask, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'
import { sample } from './sample-files.ts'
import { newPartner, section } from './staff-steps.ts'

test('a partner does a task with a photo, staff send it back and accept it, and each page follows the other', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const partner = await newPartner(portal)
  const staff = await createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Ortiz' })
  const task = await createTask(portal, { partnerId: partner.profile.id })
  const team = await openBrowser()
  await signInAs(team, staff)
  await team.goto(`/?partner=${partner.profile.id}&task=${task.id}`)
  const seen = team.getByRole('dialog', { name: task.taskName })
  await expect(seen.getByText('Pending', { exact: true })).toBeVisible()

  await signInAs(page, partner.user)
  await page.goto(`/?task=${task.id}`)
  const dialog = page.getByRole('dialog', { name: task.taskName })
  await dialog.locator('input[type=file]:not([capture])').setInputFiles(await sample('jpg', 'At the door'))
  await expect(dialog.getByRole('button', { name: 'Remove At the door.jpg' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(dialog.getByText('Waiting for review', { exact: true })).toBeVisible()

  await expect(seen.getByText('Waiting for review', { exact: true })).toBeVisible()
  await seen.getByRole('button', { name: 'Open At the door.jpg' }).click()
  await expect(team.getByRole('dialog', { name: 'At the door.jpg' }).getByRole('img')).toBeVisible()
  await team.keyboard.press('Escape')
  await seen.getByRole('button', { name: 'Send back' }).click()
  const sending = team.getByRole('dialog', { name: 'Send this task back?' })
  await field(sending, 'Comment').fill('The second poster is missing.')
  await sending.getByRole('button', { name: 'Send back' }).click()

  await expect(dialog.getByText('The second poster is missing.').first()).toBeVisible()
  await expect(section(page, 'History')).toContainText('Partner team sent the task back')
  await expect(dialog).not.toContainText('Ortiz')
  await field(dialog, 'Comment').fill('Now both hang.')
  await dialog.getByRole('button', { name: 'Add comment' }).click()
  await expect(field(dialog, 'Comment')).toHaveValue('')
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()

  await expect(seen.getByText('Now both hang.')).toBeVisible()
  await seen.getByRole('button', { name: 'Accept' }).click()
  await expect(dialog.getByText('Accepted', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeHidden()
})
