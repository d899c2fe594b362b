import type { Page } from '@playwright/test'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { expect, test } from './fixtures.ts'
import { field } from './input-methods.ts'

const account = (page: Page) => page.getByRole('button', { name: /^Account: / })

// The tests in client/features/partners/members/ prove what each screen shows and sends.
test('an owner invites the marketing contact, who accepts, takes a task and stays without agreements', async ({
  page,
  portal,
  signInAs,
  openBrowser,
}) => {
  const owner = await createPartner(portal, {
    status: 'completed',
    businessName: 'Linden Hall',
    onPaper: true,
    mainMarketingContact: 'Dana Whitfield',
    marketingContactEmail: 'dana@linden.example.com',
  })
  const contact = await createUser(portal, { email: 'dana@linden.example.com' })
  const task = await createTask(portal, { partnerId: owner.profile.id })
  await signInAs(page, owner.user)
  await page.goto('/')
  const people = page.getByRole('region', { name: 'People' })
  await people.getByRole('button', { name: 'Invite Dana Whitfield' }).click()
  const inviting = page.getByRole('dialog', { name: 'Invite a person' })
  await expect(field(inviting, 'Email')).toHaveValue(contact.email)
  await inviting.getByRole('button', { name: 'Send invitation' }).click()
  await expect(people.getByText('Invited', { exact: true })).toBeVisible()

  const dana = await openBrowser()
  await signInAs(dana, contact)
  await dana.goto('/')
  await dana.getByRole('button', { name: 'Accept' }).click()
  await expect(dana.getByText(task.taskName).first()).toBeVisible()
  // The page of the owner follows by itself.
  await expect(people.getByText('Invited', { exact: true })).toBeHidden()
  await dana.goto(`/?task=${task.id}`)
  const dialog = dana.getByRole('dialog', { name: task.taskName })
  await dialog.getByRole('button', { name: "I'll do it" }).click()
  await expect(dialog.getByRole('button', { name: 'Give back' })).toBeVisible()
  const agreements = await dana.request.get('/api/partner/documents')
  expect(await agreements.json()).toEqual([])
})

test('a manager of several partners switches between them, and each tab stays with its own', async ({
  page,
  portal,
  signInAs,
}) => {
  const [first, second] = [
    await createPartner(portal, { status: 'completed', businessName: 'Alder Hall' }),
    await createPartner(portal, { status: 'completed', businessName: 'Birch Barn' }),
  ]
  const manager = await createUser(portal, { firstName: 'Regina', lastName: 'Moss' })
  const tasks = []
  for (const { profile } of [first, second]) {
    const member = { partnerId: profile.id, userId: manager.id, acceptedAt: new Date() }
    await portal.db.insert(partnerMembers).values(member)
    tasks.push(
      await createTask(portal, { partnerId: profile.id, taskName: `Posters of ${profile.businessName}` }),
    )
  }
  const shows = (tab: Page, name: string) => expect(tab.getByText(`Posters of ${name}`).first()).toBeVisible()
  await signInAs(page, manager)
  await page.goto('/')
  await shows(page, 'Alder Hall')
  const other = await page.context().newPage()
  await other.goto('/')
  await account(other).click()
  await other.getByRole('link', { name: 'Birch Barn' }).click()
  await shows(other, 'Birch Barn')
  await expect(other).toHaveURL((url) => url.search === '')
  await expect(account(other)).toContainText('Birch Barn')

  // The server last saw the other partner, and this tab stays with its own.
  await page.reload()
  await shows(page, 'Alder Hall')
  await expect(account(page)).toContainText('Alder Hall')
  await page.goto(`/?task=${tasks[0]?.id}`)
  const dialog = page.getByRole('dialog', { name: 'Posters of Alder Hall' })
  await dialog.getByRole('button', { name: 'Mark Complete' }).click()
  await expect(dialog.getByRole('button', { name: 'Reopen' })).toBeVisible()
  await other.reload()
  await shows(other, 'Birch Barn')

  // A search result of another partner says so, and opens in that partner.
  await page.goto('/')
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('Posters of')
  await page.getByRole('option', { name: /Posters of Birch Barn.*Birch Barn/ }).click()
  await expect(page.getByRole('dialog', { name: 'Posters of Birch Barn' })).toBeVisible()
  await page.goBack()
  await expect(account(page)).toContainText('Alder Hall')

  // A link names the partner, as one in an email does.
  await page.goto(`/?task=${tasks[1]?.id}&for=${second.profile.id}`)
  await expect(page.getByRole('dialog', { name: 'Posters of Birch Barn' })).toBeVisible()
})
