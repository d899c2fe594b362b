import { eq } from 'drizzle-orm'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { expect, test } from './fixtures.ts'
import { chooseFromMenu, field, keyboardInput, tabTo } from './input-methods.ts'
import { uniqueName } from './resource-steps.ts'
import { newPartner, picker, row, section } from './staff-steps.ts'

test('a partner is chosen and given a task by the keyboard alone', async ({ page, portal, signInAs }) => {
  const { profile, label } = await newPartner(portal)
  const input = keyboardInput(page)
  await signInAs(page, 'support@demo.test')
  await page.goto('/')
  await tabTo(picker(page))
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(picker(page)).toBeFocused()
  await page.keyboard.type(profile.businessName)
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(picker(page)).toHaveValue(label)
  await expect(picker(page)).toBeFocused()

  // Until the lists have been read, nothing in them takes the focus.
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  await input.press(page.getByRole('button', { name: 'Create New Task' }))
  const dialog = page.getByRole('dialog', { name: 'Create New Task' })
  await expect(field(dialog, 'Task name')).toBeFocused()
  const taskName = uniqueName('Typed')
  await page.keyboard.type(taskName)
  await tabTo(field(dialog, 'Due date'))
  await page.keyboard.type('03052099')
  await input.selectOption(field(dialog, 'Task type'), 'Digital/Social')
  await page.keyboard.press('Enter')
  await input.press(dialog.getByRole('button', { name: 'Create Task' }))
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Create New Task' })).toBeFocused()
  await expect(row(page, taskName)).toContainText('Digital/Social · Due: Mar 5, 2099')

  const actions = page.getByRole('button', { name: `Actions for ${taskName}` })
  await chooseFromMenu(actions, 'Mark Complete')
  await expect(row(page, taskName).getByText('Completed', { exact: true })).toBeVisible()
  await expect(actions).toBeFocused()
  await chooseFromMenu(actions, 'Delete')
  await expect(section(page, 'Partner Tasks')).toContainText('No tasks assigned')
  await expect(page.locator(':focus')).toContainText('No tasks assigned')
  const [stored] = await portal.db.select().from(partnerTasks).where(eq(partnerTasks.partnerId, profile.id))
  // The default of 5 PM in New York.
  expect(stored).toMatchObject({
    taskName,
    dueDate: new Date('2099-03-05T22:00:00Z'),
    status: 'completed',
    deletedAt: expect.any(Date),
  })
})
