import { readdir, rm } from 'node:fs/promises'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createFileMailer } from '../file-mailer.ts'
import { mailFolder } from '../folder.ts'

const portal = await createTestApp({ settings: { DEMO: 'on' } })
afterAll(portal.close)

const messageId = '<1@example.test>'
const folder = mailFolder(portal.deps.settings)
const show = async () => (await portal.visit().get('/demo/mail')).body

test('the mailbox is empty until the portal has sent an email, and then shows the newest first', async () => {
  await rm(folder, { recursive: true, force: true })
  expect(await show()).toContain('No emails yet.')
  const mailer = createFileMailer(folder, 'Portal <portal@example.test>')
  for (const subject of ['The first', 'The second']) {
    await mailer.send({ to: 'ann@example.test', subject, text: 'Hello', html: '<p>Hello</p>', messageId })
  }
  const page = await show()
  expect(page).toContain('To ann@example.test')
  expect(page.indexOf('The second')).toBeLessThan(page.indexOf('The first'))
  expect((await readdir(folder)).every((name) => name.endsWith('.eml'))).toBe(true)
})

test('the content of an email is escaped, and only web addresses become links', async () => {
  const mailer = createFileMailer(folder, 'Portal <portal@example.test>')
  await mailer.send({
    to: 'ann@example.test',
    subject: '<script>alert(1)</script>',
    text: '<img src=x onerror=alert(1)> https://portal.example.com/?a=1&b="2" javascript:alert(1)',
    html: '',
    messageId,
  })
  const page = await show()
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;')
  expect(page).toContain('<a href="https://portal.example.com/?a=1&amp;b=&quot;2&quot;">')
  expect(page).not.toMatch(/<script|<img src=x|href="javascript/)
})

test('the page’s style is in a file, as the content security policy requires', async () => {
  const style = await portal.visit().get('/demo/mail.css')
  expect(style.headers['content-type']).toBe('text/css; charset=utf-8')
  const page = await portal.visit().get('/demo/mail')
  expect(page.body).not.toMatch(/<style|style=/)
  expect(page.headers['cache-control']).toBe('no-store')
})
