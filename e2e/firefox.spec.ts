import { createPartner, createTask, createUser } from '#test/factories.ts'
import { test } from '../browsers/fixtures.ts'
import { leaveWhileLoading } from '../browsers/leaving-steps.ts'
import { by } from '../browsers/steps.ts'

// Firefox has one engine, WebKit another; the journeys of both are in browsers/.
test('in Firefox a partner opens a task and chats with the team, and leaving a page that still loads leads on', async ({
  user,
  openUser,
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
  const admin = await createUser(portal, { role: 'admin' })
  const team = await openUser()
  await signInAs(team, admin)
  await team.open(`${portal.url}/admin?tab=inbox&conversation=${partner.id}`)
  await team.see(by.text('Is there a poster?'))
  await team.fill(by.textbox('Message'), 'There is, from Monday.')
  await team.browser.pressKey('Enter')
  await user.see(by.text('There is, from Monday.'))

  await leaveWhileLoading(user, portal, (origin) => signInAs(user, admin, origin))
})
