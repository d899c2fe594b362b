import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { eq } from 'drizzle-orm'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { localCertificate } from '#test/local-certificate.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const folder = await mkdtemp(join(tmpdir(), 'portal-certificates-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const withServer = async <T>(options: SMTPServerOptions, run: (port: number) => Promise<T>) => {
  const server = new SMTPServer({ authOptional: true, closeTimeout: 1, ...options })
  // The client ends the handshake, so the server reports an error.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  try {
    return await run((server.server.address() as AddressInfo).port)
  } finally {
    await new Promise<void>((resolve) => server.close(resolve))
  }
}

const send = async (url: string) => {
  const mailer = createSmtpMailer(url, 'Portal <portal@example.com>')
  try {
    await mailer.send({
      to: 'ann@example.com',
      subject: 'Hello',
      text: 'Hello',
      html: '<p>Hello</p>',
      messageId: '<1@example.com>',
    })
    return undefined
  } catch (error) {
    return (error as Error).message
  } finally {
    mailer.close()
  }
}

/** Creates a self-signed certificate for a host (`DNS:` or `IP:` and its name), valid for this many days from now. */
const makeCertificate = async (host: string, days: number) => {
  const [key, request, cert] = ['key', 'request', 'cert'].map((part) => join(folder, part))
  if (!key || !request || !cert) throw new Error('three files')
  const subject = ['-subj', '/CN=mail server', '-addext', `subjectAltName=${host}`]
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'ignore' })
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key]
  openssl('req', '-new', ...newKey, ...subject, '-out', request)
  const validity = ['-days', String(days), '-copy_extensions', 'copy']
  openssl('x509', '-req', '-in', request, '-signkey', key, ...validity, '-out', cert)
  return { key: await readFile(key, 'utf8'), cert: await readFile(cert, 'utf8') }
}

/** Trusts a certificate while `run` runs, as NODE_EXTRA_CA_CERTS does from the start. */
const trusting = async <T>(cert: string, run: () => Promise<T>) => {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert])
  try {
    return await run()
  } finally {
    setDefaultCACertificates(before)
  }
}

const unknown =
  'SMTP_URL: the mail server cannot be used: its certificate is not signed by a known authority. Start the portal with NODE_EXTRA_CA_CERTS=/path/to/ca.pem for your own.'

test.each([
  ['smtps://127.0.0.1', true],
  // This address of the same machine counts as that of another machine.
  ['smtp://0.0.0.0', false],
])('a certificate of an unknown authority is named, with a remedy (%s)', async (address, secure) => {
  await withServer({ ...localCertificate, secure }, async (port) => {
    expect(await send(`${address}:${port}`)).toBe(unknown)
  })
})

test('STARTTLS of a server on this machine needs no trusted certificate', async () => {
  const encrypted: boolean[] = []
  const onMailFrom: SMTPServerOptions['onMailFrom'] = (_address, session, done) => {
    encrypted.push(session.secure)
    done()
  }
  await withServer({ ...localCertificate, onMailFrom }, async (port) => {
    expect(await send(`smtp://127.0.0.1:${port}`)).toBeUndefined()
  })
  expect(encrypted).toEqual([true])
})

test.each([
  ['DNS:mail.example.com', 10, 'its certificate is for another host name.'],
  ['IP:127.0.0.1', -1, 'its certificate has expired. Renew it there.'],
  ['IP:127.0.0.1', 10, undefined],
])('a certificate of a trusted authority for %s and %i days', async (host, days, reason) => {
  const certificate = await makeCertificate(host, days)
  await withServer({ ...certificate, secure: true }, async (port) => {
    const message = await trusting(certificate.cert, () => send(`smtps://127.0.0.1:${port}`))
    expect(message).toBe(reason && `SMTP_URL: the mail server cannot be used: ${reason}`)
  })
})

test('a wrong password is reported without showing it', async () => {
  const onAuth: SMTPServerOptions['onAuth'] = (_auth, _session, done) =>
    done(Object.assign(new Error('Invalid username or password'), { responseCode: 535 }))
  await withServer({ onAuth, allowInsecureAuth: true, disabledCommands: ['STARTTLS'] }, async (port) => {
    expect(await send(`smtp://portal:secret@127.0.0.1:${port}`)).toBe(
      'SMTP_URL: the mail server cannot be used: it refuses the username or password.',
    )
  })
})

test('a server without encryption is reported where encryption is needed', async () => {
  await withServer({ disabledCommands: ['STARTTLS'] }, async (port) => {
    // This address of the same machine counts as that of another machine.
    expect(await send(`smtp://0.0.0.0:${port}`)).toBe(
      'SMTP_URL: the mail server cannot be used: it offers no encryption. Turn STARTTLS on there, or use smtps://.',
    )
  })
})

test('an IPv6 address in brackets is reached', async () => {
  await withServer({ disabledCommands: ['STARTTLS'] }, async (port) => {
    expect(await send(`smtp://[::ffff:127.0.0.1]:${port}`)).toBeUndefined()
  })
})

test('the log of emails and that of the server have the sentence', async () => {
  await withServer({ ...localCertificate, secure: true }, async (port) => {
    const app = await createTestApp({ settings: { SMTP_URL: `smtps://127.0.0.1:${port}` }, runsJobs: true })
    const user = await createUser(app)
    await app.visit().post('/api/sign-in/code', { email: user.email })
    const row = async () => {
      const { recipient } = emailNotificationLogs
      return (await app.db.select().from(emailNotificationLogs).where(eq(recipient, user.email)))[0]
    }
    await expect.poll(row, { timeout: 25_000 }).toMatchObject({ status: 'retrying', error: unknown })
    await expect.poll(() => JSON.stringify(app.log.lines)).toContain(unknown)
    app.log.takeErrors()
    await app.close()
  })
})
