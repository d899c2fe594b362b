import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LoggedEmail } from '#contract/emails.ts'
import { runPortalCommand } from '#test/portal-command.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { deferred, type Postfix, startPostfix } from './postfix.ts'

const chief = 'chief@example.test'
const checkSubject = 'The portal can send email'

const checkMail = async (settings: Record<string, string>, to: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-peer-'))
  try {
    const own = { DEMO: 'off', DATA_DIR: dataDir, MAIL_FROM: 'Portal <portal@example.test>' }
    const { output } = await runPortalCommand(['check', '--mail', to], { ...own, ...settings })
    return /^. Mail: .*$/m.exec(output)?.[0]
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}

describe('on this machine, as Debian configures it', () => {
  let postfix: Postfix
  beforeAll(async () => {
    postfix = await startPostfix({ relaysFreely: true })
  })
  afterAll(() => postfix.stop())

  test('accepts emails without a password, whatever its certificate', async () => {
    const found = await checkMail({ SMTP_URL: `smtp://127.0.0.1:${postfix.port}` }, chief)
    expect(found).toMatch(/^✓ Mail: 127.0.0.1 accepted a message to chief@example.test/)
    const mail = await postfix.mailTo(chief, checkSubject)
    expect(mail.headers.find(({ key }) => key === 'received')?.value).toContain('with ESMTPS id')
    expect(mail.headers).toContainEqual(
      expect.objectContaining({ key: 'return-path', value: '<portal@example.test>' }),
    )
  })
})

describe('as on another machine, with STARTTLS, a certificate of a private authority and a password', () => {
  let postfix: Postfix
  let portal: ServerProcess
  let dataDir: string
  let cookie = ''
  const urlWith = (credentials: string) => `smtp://${credentials}@0.0.0.0:${postfix.port}`
  beforeAll(async () => {
    postfix = await startPostfix({ relaysFreely: false })
    dataDir = mkdtempSync(join(tmpdir(), 'portal-peer-'))
    portal = await startServerProcess({
      PORT: '0',
      DATA_DIR: dataDir,
      ADMIN_EMAIL: chief,
      SMTP_URL: urlWith(postfix.credentials),
      MAIL_FROM: 'Portal <portal@example.test>',
      NODE_EXTRA_CA_CERTS: postfix.authority,
    })
  })
  afterAll(async () => {
    await portal.stop()
    await postfix.stop()
    rmSync(dataDir, { recursive: true })
  })

  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' }
    const response = await fetch(portal.url + path, { method, headers, body: JSON.stringify(body) })
    if (!response.ok) throw new Error(`${path} answers ${response.status}: ${await response.text()}`)
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
    return response
  }
  const logged = async (recipient: string): Promise<LoggedEmail | undefined> =>
    (await (await call('GET', `/api/admin/emails?search=${recipient}`)).json())[0]
  const invite = (email: string) => call('POST', '/api/admin/users', { email, role: 'user' })

  test('delivers a code to the mailbox, and the code signs in', async () => {
    await call('POST', '/api/sign-in/code', { email: chief })
    const mail = await postfix.mailTo(chief, 'Sign in to the Partner Portal')
    expect(mail.headers.find(({ key }) => key === 'received')?.value).toContain('with ESMTPSA id')
    await call('POST', '/api/sign-in/redeem', { code: codeIn(mail) })
    expect(await (await call('GET', '/api/auth/user')).json()).toMatchObject({ email: chief, role: 'admin' })
  })

  test('refuses an unknown recipient for good, and staff see the reason', async () => {
    await invite('nobody@example.test')
    await expect
      .poll(() => logged('nobody@example.test'), { timeout: 60_000, interval: 1000 })
      .toMatchObject({
        status: 'bounced',
        attempts: 1,
        error: expect.stringContaining('550 5.1.1'),
      })
  })

  test('an email that it refuses for now waits, and arrives once it accepts the email', async () => {
    await invite(deferred)
    await expect
      .poll(() => logged(deferred), { timeout: 60_000, interval: 1000 })
      .toMatchObject({
        status: 'failed',
        error: expect.stringContaining('450 4.2.0'),
      })
    postfix.acceptDeferred()
    await expect
      .poll(() => logged(deferred), { timeout: 200_000, interval: 1000 })
      .toMatchObject({ status: 'sent' })
    const { subject = '' } = (await logged(deferred)) ?? {}
    await postfix.mailTo(deferred, subject)
    const arrived = (await postfix.mails()).filter((mail) => mail.to?.[0]?.address === deferred)
    expect(arrived).toHaveLength(1)
  })

  test.each([
    ['its authority is not known', {}, 'its certificate is not signed by a known authority'],
    ['the password is wrong', { password: 'wrong' }, 'it refuses the username or password.'],
  ])('the check says that %s', async (_case, { password }: { password?: string }, reason) => {
    const settings = {
      SMTP_URL: urlWith(password ? `portal:${password}` : postfix.credentials),
      ...(password && { NODE_EXTRA_CA_CERTS: postfix.authority }),
    }
    expect(await checkMail(settings, chief)).toContain(`the mail server cannot be used: ${reason}`)
  })
})
