import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createPartner, createResource, createTask, createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { sample } from '../e2e/sample-files.ts'
import { readDownload } from './downloads.ts'
import { expect, test } from './fixtures.ts'
import { leaveWhileLoading } from './leaving-steps.ts'
import { picture } from './pictures.ts'
import { by } from './steps.ts'

const newPartner = (portal: Parameters<typeof createPartner>[0], lastName: string) =>
  createPartner(portal, { status: 'completed', user: { firstName: 'Dana', lastName } })

test('the browser is the one that was asked for', async ({ user, engine }) => {
  const version = await user.browser.version()
  expect(version).toMatch(/\d/)
  test.info().annotations.push({ type: 'version', description: `${engine.name} ${version}` })
})

test('a user signs in by an emailed code, and out', async ({ user, portal }) => {
  const { user: account } = await newPartner(portal, 'Code')
  await user.open(portal.url)
  await picture(user, 'landing')
  await user.press(by.link('Partner Login'))
  await user.fill(by.textbox('Email'), account.email)
  await picture(user, 'sign-in')
  await user.press(by.button('Email me a code'))
  await user.fill(by.textbox('Code'), codeIn(await portal.mail.mailTo(account.email)))
  await user.press(by.button('Sign in'))
  await user.see(by.heading('Partner Dashboard'))
  await picture(user, 'dashboard')
  await user.press(by.link('Logout'))
  await user.see(by.link('Partner Login'))
})

test('an admin signs in by the code alone where passkeys can be used, and needs no passkey', async ({
  user,
  portal,
}) => {
  const { email } = await createUser(portal, { role: 'admin', firstName: 'Ada', lastName: 'Reyes' })
  // Browsers use passkeys at host names, but not at IP addresses.
  const url = portal.url.replace('127.0.0.1', 'localhost')
  await user.open(`${url}/sign-in?returnTo=${encodeURIComponent('/admin?tab=users')}`)
  await user.see(by.textbox('Email'))
  const isSupported = await user.browser.evaluate(() => typeof PublicKeyCredential !== 'undefined')
  const offer = by.button('Sign in with a passkey')
  await (isSupported ? user.see(offer) : user.seeNone(offer))
  await picture(user, 'sign-in-by-name')
  await user.fill(by.textbox('Email'), email)
  await user.press(by.button('Email me a code'))
  await user.fill(by.textbox('Code'), codeIn(await portal.mail.mailTo(email)))
  await user.press(by.button('Sign in'))
  await user.see(by.heading('Admin Panel'))
  await user.see({ role: 'button', matching: '^Edit ' })
  await user.press({ role: 'button', matching: '^Account: ' })
  await picture(user, 'account')
})

test('a partner and the team chat live', async ({ user, openUser, portal, signInAs }) => {
  const { user: partner } = await newPartner(portal, 'Quill')
  await signInAs(user, partner)
  await user.open(portal.url)
  await user.press({ role: 'button', matching: '^Open chat' })
  await user.fill(by.textbox('Message'), 'Is there a poster?')
  await user.browser.pressKey('Enter')
  await user.see(by.text('Is there a poster?'))
  await picture(user, 'chat')

  const team = await openUser()
  await signInAs(team, await createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Vale' }))
  await team.open(`${portal.url}/admin?tab=inbox`)
  await team.press({ role: 'link', matching: 'Dana Quill' })
  await team.see(by.text('Is there a poster?'))
  await team.fill(by.textbox('Message'), 'There is, from Monday.')
  await team.browser.pressKey('Enter')
  await user.see(by.text('There is, from Monday.'))
  await picture(team, 'inbox')
})

test('a partner opens a task, starts it, adds a file and completes it', async ({
  user,
  portal,
  signInAs,
}) => {
  const partner = await newPartner(portal, 'Task')
  const task = await createTask(portal, { partnerId: partner.profile.id, instructions: 'Hang both posters.' })
  await signInAs(user, partner.user)
  await user.open(portal.url)
  await user.press(by.link(task.taskName))
  await user.at(`/?task=${task.id}`)
  await user.see(by.text('Hang both posters.'))
  await user.press(by.button('Start'))
  await user.see(by.text('In Progress'))
  const { name, buffer } = await sample('jpg', 'At the door')
  const photo = join(user.browser.home, name)
  await writeFile(photo, buffer)
  await user.chooseFile({ selector: 'input[type=file]:not([capture])' }, photo)
  await user.see(by.button('Remove At the door.jpg'))
  await picture(user, 'task')
  await user.press(by.button('Mark Complete'))
  await user.see(by.button('Reopen'))
  await user.browser.back()
  await user.at('/')
  await user.seeNone({ role: 'dialog' })
})

test('a partner previews and downloads a file', async ({ user, portal, signInAs }) => {
  const file = await createResource(portal, { title: 'Poster of the summer' })
  await signInAs(user, 'partner@demo.test')
  await user.open(`${portal.url}/resources`)
  await user.see(by.link(file.title))
  await picture(user, 'resources')
  await user.press(by.link(file.title))
  await user.see({ role: 'dialog' })
  await picture(user, 'preview')
  await user.browser.pressKey('Escape')
  await user.seeNone({ role: 'dialog' })
  await user.press(by.button(`Download ${file.title}`))
  await readDownload(user.browser)
})

test('an admin finds users and partners, and is asked before an edit is lost', async ({
  user,
  portal,
  signInAs,
}) => {
  await signInAs(user, 'admin@demo.test')
  await user.open(`${portal.url}/admin?tab=users&search=pending`)
  await user.see(by.text('pending@demo.test'))
  await picture(user, 'users')
  await user.press({ role: 'button', matching: '^Edit ' })
  await user.fill(by.textbox('First Name'), 'Changed')
  await user.browser.pressKey('Escape')
  await user.see(by.text('Discard your changes?'))
  await user.press(by.button('Discard'))
  await user.seeNone({ role: 'dialog' })
  await user.open(`${portal.url}/admin?tab=partners`)
  await user.see({ role: 'link', matching: '^View ' })
  await picture(user, 'partners')
  await user.reload()
  await user.see({ role: 'link', matching: '^View ' })
})

test('the chosen theme survives a reload', async ({ user, portal, signInAs }) => {
  await signInAs(user, 'partner@demo.test')
  await user.open(portal.url)
  await user.press({ role: 'button', matching: '^Account: ' })
  await user.press({ selector: 'label[title=Dark]' })
  await user.reload()
  expect(await user.browser.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await user.see(by.heading('Partner Dashboard'))
  await picture(user, 'dashboard-dark')
})

test('leaving a page that is still loading opens the next page, and shows no error', async ({
  user,
  portal,
  signInAs,
}) => {
  await leaveWhileLoading(user, portal, (origin) => signInAs(user, 'admin@demo.test', origin))
})
