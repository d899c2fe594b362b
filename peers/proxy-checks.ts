import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type IncomingMessage, request as plainRequest } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openChat } from '#test/chat-client.ts'
import { profileForm } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { signing } from '#test/signing.ts'
import { type Client, openClient } from './https-client.ts'
import { adminEmail, type ProxiedPortal, type ProxySetup, startProxiedPortal } from './proxied-portal.ts'
import { restartUnderLoad } from './rolling-restart.ts'

const size = 50_000_000
const idleMs = 70_000
const clientAddress = '127.0.0.9'
const forged = {
  'x-forwarded-for': '203.0.113.9',
  'x-forwarded-host': 'evil.example',
  'x-forwarded-proto': 'http',
  'x-real-ip': '203.0.113.9',
  forwarded: 'for=203.0.113.9;host=evil.example;proto=http',
}

const cookieOf = async (portal: ProxiedPortal, role: 'user' | 'support') => {
  const [person] = await portal.createUsers(1, role)
  if (!person) throw new Error('there is no user')
  return person
}

/** Sends a request unchanged, and returns everything that arrives until the connection ends. */
const sendRaw = async (port: number, text: string) => {
  const socket = tls.connect({
    port,
    host: '127.0.0.1',
    servername: 'localhost',
    ALPNProtocols: ['http/1.1'],
  })
  await once(socket, 'secureConnect')
  socket.setTimeout(5_000, () => socket.end())
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk
  })
  socket.on('error', () => {})
  socket.write(text)
  await once(socket, 'close')
  return received
}

const openStream = async ({ url }: ProxiedPortal, cookie: string) => {
  const sent = request(`${url}/api/events`, { headers: { accept: 'text/event-stream', cookie } })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.on('error', () => {})
  let text = ''
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk
  })
  return { response, text: () => text, close: () => sent.destroy() }
}

/** Defines the tests that each documented proxy has to pass, with its own configuration in front of two portals. */
export const checkProxy = (
  proxy: ProxySetup,
  { transferEncodingWithLength }: { transferEncodingWithLength: number[] },
) => {
  let portal: ProxiedPortal
  const clients: Client[] = []
  const open = (address = clientAddress, always: Record<string, string> = {}) => {
    const client = openClient(portal.url, address, always)
    clients.push(client)
    return client
  }
  beforeAll(async () => {
    portal = await startProxiedPortal(proxy)
  })
  afterAll(async () => {
    for (const client of clients) client.close()
    await portal?.stop()
  })

  test('a partner is invited, signs in by a code and signs, and the real address is recorded whatever header is forged', async () => {
    const admin = open('127.0.0.7')
    const link = (await readFile(join(portal.dataDir, 'first-sign-in-link'), 'utf8')).trim()
    const token = new URL(link).hash.slice('#token='.length)
    expect(new URL(link).origin).toBe(portal.url)
    expect((await admin.post('/api/sign-in/redeem', { token })).status).toBe(200)
    expect((await admin.call('/api/auth/user')).json()).toMatchObject({ email: adminEmail })
    const email = 'partner@example.com'
    expect((await admin.post('/api/admin/users', { email, role: 'user' })).status).toBe(201)

    const partner = open(clientAddress, { ...forged, origin: portal.url })
    expect((await partner.post('/api/sign-in/code', { email })).status).toBe(202)
    const mail = await portal.mail.mailTo(email, 1, 'Sign in to the Partner Portal')
    expect(mail.text).toContain(`${portal.url}/`)
    expect(mail.text).not.toContain('evil.example')
    expect((await partner.post('/api/sign-in/redeem', { code: codeIn(mail) })).status).toBe(200)
    expect((await partner.post('/api/partner/profile', { ...profileForm, email })).status).toBeLessThan(300)
    const signed = await partner.post('/api/partner/documents', signing.nda)
    expect([signed.status, signed.bytes.toString().slice(0, 300)]).toEqual([201, expect.any(String)])
    const { rows } = await portal.database.query<{ ip_address: string; address: string }>(
      `select s.ip_address, sessions.address from document_signatures s, users
       join sessions on sessions.user_id = users.id where users.email = $1`,
      [email],
    )
    expect(rows).toEqual([{ ip_address: clientAddress, address: clientAddress }])
    for (const { output } of portal.processes) expect(output()).not.toContain('sends no X-Forwarded-For')
  })

  test('a limit per address works when each request has another forged address', async () => {
    const ask = async (client: Client, number: number) => {
      const address = `203.0.113.${number}`
      const { status = 0, bytes } = await client.call('/api/sign-in/code', {
        method: 'POST',
        body: { email: `nobody-${number}@example.com` },
        headers: { 'x-forwarded-for': address, forwarded: `for=${address}`, 'x-real-ip': address },
      })
      return status < 500 ? status : `${status} ${bytes}`
    }
    const client = open('127.0.0.8')
    const responses: (number | string)[] = []
    for (let number = 1; number <= 61; number += 1) responses.push(await ask(client, number))
    expect(responses).toEqual([...Array<number>(60).fill(202), 429])
    expect(await ask(open('127.0.0.10'), 62)).toBe(202)
  })

  test('a page and an API response have each security header once, and another site is refused', async () => {
    const names = [
      'content-security-policy',
      'strict-transport-security',
      'x-content-type-options',
      'referrer-policy',
    ]
    const client = open()
    for (const path of ['/sign-in', '/healthz']) {
      const { status, headerCounts } = await client.call(path)
      expect(status).toBe(200)
      expect(names.map((name) => headerCounts[name])).toEqual([1, 1, 1, 1])
    }
    const { status } = await client.call('/api/sign-in/code', {
      method: 'POST',
      body: { email: 'nobody@example.com' },
      headers: { origin: 'https://evil.example', 'x-forwarded-host': 'evil.example' },
    })
    expect(status).toBe(403)
  })

  test('http redirects to https, and HTTP/2 is available', async () => {
    const sent = plainRequest({
      port: portal.httpPort,
      host: '127.0.0.1',
      path: '/sign-in?from=plain',
      headers: { host: 'localhost', 'x-forwarded-proto': 'https' },
    })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    response.resume()
    expect([response.statusCode, response.headers.location]).toEqual([
      301,
      `${portal.url}/sign-in?from=plain`,
    ])

    const session = connectHttp2(portal.url)
    const stream = session.request({ ':path': '/api/auth/user' })
    const [headers] = await once(stream, 'response')
    stream.resume()
    expect([session.alpnProtocol, headers[':status']]).toEqual(['h2', 401])
    session.close()
  })

  test('a request with two lengths is refused, and one with a length and an encoding is read in one way only', async () => {
    const head = 'POST /api/sign-in/code HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
    const hidden = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'
    const statuses = (text: string) =>
      [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status))
    const twoLengths = `${head}Content-Length: 2\r\nContent-Length: ${2 + hidden.length}\r\n\r\n{}${hidden}`
    expect(statuses(await sendRaw(portal.httpsPort, twoLengths))).toEqual([400])
    const both = `${head}Content-Length: ${hidden.length + 5}\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`
    expect(statuses(await sendRaw(portal.httpsPort, both))).toEqual(transferEncodingWithLength)
    const odd = `${head}Transfer-Encoding: chunked, identity\r\nContent-Length: 2\r\n\r\n{}${hidden}`
    expect(statuses(await sendRaw(portal.httpsPort, odd))[0]).toBeGreaterThanOrEqual(400)
  })

  test('a file of 50 MB is uploaded, and downloaded whole and in part', async () => {
    const { cookie } = await cookieOf(portal, 'support')
    const client = open(clientAddress, { cookie })
    const bytes = Buffer.alloc(size, 'Partner Portal\n')
    const asked = await client.post('/api/objects/upload', { fileType: 'txt', fileSize: size })
    const { uploadURL } = asked.json()
    const headers = { 'content-type': 'text/plain' }
    expect((await client.call(uploadURL, { method: 'PUT', body: bytes, headers })).status).toBe(204)
    const registered = await client.call('/api/resources/upload', {
      method: 'PUT',
      body: { resourceURL: uploadURL },
    })
    const { objectPath } = registered.json()
    const file = { filePath: objectPath, fileType: 'txt', fileSize: size }
    const created = await client.post('/api/resources', {
      title: 'Large',
      category: 'creative',
      folderId: null,
      ...file,
    })
    expect(created.status).toBe(201)
    const whole = await client.call(`/objects/${objectPath}`)
    expect([whole.status, Buffer.compare(whole.bytes, bytes)]).toEqual([200, 0])
    const part = await client.call(`/objects/${objectPath}`, {
      headers: { range: 'bytes=49999990-49999999' },
    })
    expect([part.status, part.headers['content-range']]).toEqual([206, `bytes 49999990-49999999/${size}`])
    expect(Buffer.compare(part.bytes, bytes.subarray(-10))).toBe(0)
  })

  test('chat works between the processes; a chat and an event stream stay open for 70 seconds and deliver at once', async () => {
    const partner = await cookieOf(portal, 'user')
    const staff = await cookieOf(portal, 'support')
    // Several connections for each user, so that both processes have some.
    const chats = await Promise.all(
      [partner, partner, partner, partner, staff, staff].map(({ cookie }) => openChat(portal.url, cookie)),
    )
    const stream = await openStream(portal, partner.cookie)
    expect(stream.response.statusCode).toBe(200)
    expect(stream.response.headers['content-type']).toBe('text/event-stream')
    const say = async (message: string) => {
      chats[0]?.send({ type: 'chat', message })
      for (const chat of chats) await chat.waitForMessage(message)
    }
    await say('Hello')
    await delay(idleMs)
    await say('Still there')
    await portal.database.query("update users set last_name = 'Vale' where id = $1", [partner.id])
    await expect.poll(stream.text, { timeout: 20_000 }).toContain('/api/auth/user')
    stream.close()
    await Promise.all(chats.map((chat) => chat.close()))
  })

  test('nothing is lost when both portals are restarted one after the other under load', async () => {
    const { figures, ...lost } = await restartUnderLoad(portal)
    console.debug(JSON.stringify({ proxy: proxy.file, ...figures }))
    expect(lost).toEqual({
      exitCodes: [0, 0],
      failedReads: [],
      failedWrites: [],
      missingWrites: [],
      failedUploads: [],
      damagedUploads: [],
      chatProblems: [],
    })
    expect(figures.reads).toBeGreaterThanOrEqual(10_000)
    expect(figures.uploads).toBeGreaterThanOrEqual(100)
    expect(figures.chats).toBe(50)
    // Each chat lost its connection in the restart at least once.
    expect(figures.reconnections).toBeGreaterThanOrEqual(50)
  })
}
