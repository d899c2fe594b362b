import { eq } from 'drizzle-orm'
import { chatMessages } from '#server/db/schema/chat.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { expect, test } from '../browsers/fixtures.ts'
import { leaveWhileLoading, leavings } from '../browsers/leaving-steps.ts'
import { by } from '../browsers/steps.ts'
import type { Portal } from './portal.ts'

const countOf = ({ db }: Portal, message: string) =>
  db.$count(chatMessages, eq(chatMessages.message, message))

// `npm test` covers a second engine with this test; browsers/ has more journeys, in Firefox and in WebKit.
test('in Firefox a partner opens a task and chats with the team, and leaving a page that is still loading opens the next page', async ({
  user,
  portal,
  signInAs,
}) => {
  const { profile, user: partner } = await createPartner(portal, { status: 'completed' })
  const task = await createTask(portal, { partnerId: profile.id, instructions: 'Hang both posters.' })
  await signInAs(user, partner)
  await user.open(portal.url)
  await user.see(by.heading('Partner Dashboard'))
  await user.press(by.link(task.taskName))
  await user.see(by.text('Hang both posters.'))
  await user.browser.pressKey('Escape')
  await user.seeNone({ role: 'dialog' })
  await user.press({ role: 'button', matching: '^Open chat' })
  await user.fill(by.textbox('Message'), 'Is there a poster?')
  await user.browser.pressKey('Enter')
  await expect.poll(() => countOf(portal, 'Is there a poster?')).toBe(1)
  // The server renders for users whose browser has reported its time zone.
  const admin = await createUser(portal, { role: 'admin', timeZone: 'America/New_York' })
  await sendMessage(portal.deps, { ...admin, sid: '' } as never, partner.id, { message: 'There is.' })
  // The message arrives over the open connection.
  await user.see(by.text('There is.'))

  // A script leaves the page while a file and while a read is loading; the tests in browsers/ leave it in the other ways.
  await leaveWhileLoading(user, portal, (origin) => signInAs(user, admin, origin), leavings.slice(0, 2))
})
