import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createUser } from '#test/factories.ts'
import { newPartner } from '../e2e/chat-steps.ts'
import { sample } from '../e2e/sample-files.ts'
import { readDownload } from './downloads.ts'
import { expect, test, type User } from './fixtures.ts'
import { phone, picture } from './pictures.ts'
import { by } from './steps.ts'

/** Stores a file in the home folder of a user's browser, as if the user had it. */
const storeFile = async ({ browser }: User, name: string, bytes: Uint8Array) => {
  const path = join(browser.home, name)
  await writeFile(path, bytes)
  return path
}

test('staff upload a resource, and a partner downloads the same bytes on a phone', async ({
  user,
  openUser,
  portal,
  signInAs,
}) => {
  const { name, buffer } = await sample('pdf', 'Poster of the coast')
  await signInAs(user, 'support@demo.test')
  await user.open(`${portal.url}/resources`)
  await user.press(by.button('Upload'))
  const dialog = { role: 'dialog', name: 'Upload New Resources (Admin Only)' } as const
  await user.see(dialog)
  await user.chooseFile({ selector: 'input[type=file]', within: dialog }, await storeFile(user, name, buffer))
  await expect
    .poll(async () => (await user.look(by.textbox('Title', dialog))).value)
    .toBe('Poster of the coast')
  await user.choose({ role: 'combobox', name: 'Category', within: dialog }, 'Activation Materials')
  await user.fill(by.textbox('Description', dialog), 'For the window')
  await picture(user, 'upload')
  await user.press(by.button('Upload resource', dialog))
  await user.see(by.text('Resource uploaded successfully!'))
  await user.seeNone(dialog)

  const partner = await openUser()
  await partner.browser.setSize(...phone)
  await signInAs(partner, await newPartner(portal, 'Coast'))
  await partner.open(`${portal.url}/resources?category=activation`)
  await partner.see(by.link('Poster of the coast'))
  await picture(partner, 'uploaded')
  await partner.press(by.button('Download Poster of the coast'))
  const downloaded = await readDownload(partner.browser)
  expect(downloaded.name).toBe(name)
  expect(buffer.equals(downloaded.bytes)).toBe(true)
})

test('a sealed agreement is verified, and a changed one is refused', async ({ user, portal, signInAs }) => {
  await signInAs(user, 'partner@demo.test')
  await user.open(portal.url)
  await user.press(by.link('Download NDA'))
  const { name, path, bytes } = await readDownload(user.browser)
  expect(name).toMatch(/^NDA signed .*\.pdf$/)

  await user.open(`${portal.url}/verify`)
  await picture(user, 'verify')
  const field = { selector: 'input[type=file]' }
  await user.chooseFile(field, path)
  await user.see(by.heading('Unchanged and in force'))
  await picture(user, 'unchanged')

  const at = bytes.indexOf('stream') + 20
  const changed = Buffer.from(bytes)
  changed[at] = (changed[at] ?? 0) ^ 1
  await user.chooseFile(field, await storeFile(user, 'changed.pdf', changed))
  await user.see(by.heading('This file was changed after it was sealed'))
  await user.seeNone(by.heading('Unchanged and in force'))
  await picture(user, 'changed')
})

test('a file attached to a message on a phone reaches the team', async ({
  user,
  openUser,
  portal,
  signInAs,
}) => {
  await user.browser.setSize(...phone)
  await signInAs(user, await newPartner(portal, 'Rowan'))
  await user.open(portal.url)
  await user.press({ role: 'button', matching: '^Open chat' })
  const { name, buffer } = await sample('png', 'Entrance')
  await user.see(by.textbox('Message'))
  await user.chooseFile({ selector: 'input[type=file][multiple]' }, await storeFile(user, name, buffer))
  await user.see(by.button('Remove Entrance.png'))
  await user.fill(by.textbox('Message'), 'The entrance')
  await picture(user, 'attached')
  await user.press(by.button('Send'))
  await user.see({ selector: '[role=log] img[alt="Entrance.png"]' })
  await picture(user, 'sent')

  const team = await openUser()
  await signInAs(team, await createUser(portal, { role: 'support', firstName: 'Sam', lastName: 'Vale' }))
  await team.open(`${portal.url}/admin?tab=inbox`)
  await team.press({ role: 'link', matching: 'Dana Rowan' })
  const shown = { selector: '[role=log] img[alt="Entrance.png"]' }
  await team.see(shown)
  // Wait until the picture itself has loaded.
  await expect
    .poll(() =>
      team.browser.evaluate(
        ({ selector }) => document.querySelector<HTMLImageElement>(selector)?.naturalWidth ?? 0,
        shown,
      ),
    )
    .toBeGreaterThan(0)
  await picture(team, 'received')
})
