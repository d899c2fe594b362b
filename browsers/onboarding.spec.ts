import { codeIn } from '#test/sign-in-mail.ts'
import { startPortal } from '../e2e/portal.ts'
import { test } from './fixtures.ts'
import { fillProfile, signAgreement } from './onboarding-steps.ts'
import { phone, picture } from './pictures.ts'
import { by } from './steps.ts'

test('one click on an account of the demo signs in', async ({ user }) => {
  const demo = await startPortal({ DEMO: 'on' })
  try {
    await user.open(`${demo.url}/sign-in`)
    await user.see({ role: 'link', matching: 'Paula Ortega' })
    await picture(user, 'demo-sign-in')
    await user.press({ role: 'link', matching: 'Paula Ortega' })
    await user.see(by.heading('Partner Dashboard'))
    await user.at('/')
    await user.see({ role: 'button', matching: '^Account: Paula Ortega' })
    await picture(user, 'demo-dashboard')
  } finally {
    await demo.stop()
  }
})

test('an invited partner onboards on a phone, from the emailed code to the dashboard', async ({
  user,
  portal,
}) => {
  const email = 'new@demo.test'
  await user.browser.setSize(...phone)
  await user.open(`${portal.url}/sign-in`)
  await user.fill(by.textbox('Email'), email)
  await user.press(by.button('Email me a code'))
  await user.fill(by.textbox('Code'), codeIn(await portal.mail.mailTo(email)))
  await user.browser.pressKey('Enter')
  await user.see(by.heading('Onboarding Required'))
  await picture(user, 'onboarding-required')
  await user.press(by.link('Start Onboarding'))
  await user.see(by.text('Step 1 of 4'))
  await picture(user, 'welcome')
  await user.press(by.button('Start Onboarding'))
  await fillProfile(user)

  await user.see(by.text('Step 3 of 4'))
  await signAgreement(user, 'nda')
  await user.see(by.text('1 of 2 agreements signed'))
  await signAgreement(user, 'venue_partnership_agreement')
  await user.see({ matching: '^2 of 2 agreements signed' })
  await picture(user, 'signed')
  await user.press(by.button('Complete Onboarding'))
  await user.see(by.text("Welcome back, Nadia Brooks! Here's your partnership overview."))
  await user.see(by.text('No tasks assigned'))
  await picture(user, 'dashboard-after-onboarding')
  await user.reload()
  await user.see(by.text("Welcome back, Nadia Brooks! Here's your partnership overview."))
})
