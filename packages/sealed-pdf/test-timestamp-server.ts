import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './test-documents.ts'

const configuration = (digests = 'sha256', essHash = 'sha256') => `
[req]
distinguished_name = name
[name]
[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[tsa]
extendedKeyUsage = critical, timeStamping
[other]
extendedKeyUsage = critical, emailProtection
[ts]
default_tsa = authority
[authority]
serial = serial
default_policy = 1.2.3.4
digests = ${digests}
signer_digest = sha256
accuracy = secs:1
ess_cert_id_alg = ${essHash}
`

type Behavior =
  | 'answer'
  | 'hang'
  | 'garbage'
  | 'error'
  | 'refuse'
  | 'endless'
  | 'other-imprint'
  | 'other-nonce'
  | 'wrong-usage'

/** The names of certificates in the folder. `tsa-below` has an intermediate between it and the root. */
type Authority = 'tsa' | 'tsa-below' | 'tsa-ec'

/** Starts a timestamp server on 127.0.0.1 that uses `openssl ts` and its own certificates. Tests change its behavior through `state`. */
export const startTimestampServer = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'timestamp-server-'))
  const state = { behavior: 'answer' as Behavior, authority: 'tsa' as Authority, essHash: 'sha256' }
  const openssl = async (...args: string[]) => {
    const { code, output } = await run('openssl', args, { cwd: folder })
    if (code !== 0) throw new Error(`openssl ${args.join(' ')}: ${output}`)
    return output
  }
  await writeFile(join(folder, 'openssl.cnf'), configuration())
  await writeFile(join(folder, 'serial'), '01\n')
  await createCertificates(openssl)
  await writeFile(
    join(folder, 'below.pem'),
    Buffer.concat(
      await Promise.all(['intermediate.pem', 'ca.pem'].map((name) => readFile(join(folder, name)))),
    ),
  )

  /** Returns the response of `openssl ts` to the query in a file, if the query uses one of these hashes. */
  const reply = async (query: string, digests = 'sha256') => {
    const { authority, essHash } = state
    await writeFile(join(folder, 'openssl.cnf'), configuration(digests, essHash))
    const chain = authority === 'tsa-below' ? 'intermediate.pem' : 'ca.pem'
    await openssl(
      ...['ts', '-reply', '-config', 'openssl.cnf', '-section', 'authority'],
      ...['-signer', `${authority}.pem`, '-inkey', `${authority}.key`, '-chain', chain],
      ...['-queryfile', query, '-out', `${query}.reply`],
    )
    return readFile(join(folder, `${query}.reply`))
  }

  const answer = async (body: Buffer, name: string): Promise<Buffer> => {
    await writeFile(join(folder, name), body)
    const printed = await openssl('ts', '-query', '-in', name, '-text')
    const digest = [...printed.matchAll(/ - ((?:[0-9a-f]{2}[ -]){1,16})/g)]
      .map(([, hex = '']) => hex.replace(/[^0-9a-f]/g, ''))
      .join('')
    const { behavior } = state
    if (behavior === 'refuse') return reply(name, 'sha512')
    if (behavior === 'other-imprint' || behavior === 'other-nonce') {
      const other = behavior === 'other-nonce' ? digest : `00${digest.slice(2)}`
      await openssl('ts', '-query', '-digest', other, '-sha256', '-cert', '-out', `${name}.other`)
      return reply(`${name}.other`)
    }
    const good = await reply(name)
    return behavior === 'wrong-usage' ? signAgain(openssl, folder, name) : good
  }

  let count = 0
  const handle = async (body: Buffer, response: ServerResponse) => {
    const { behavior } = state
    if (behavior === 'hang') return
    if (behavior === 'error') return response.writeHead(500).end('Out of order')
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
    if (behavior === 'garbage') return response.end(Buffer.alloc(3_000, 0x30))
    if (behavior === 'endless') return response.end(Buffer.alloc(1_000_000, 0x30))
    return response.end(await answer(body, `query-${count++}`))
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    await handle(Buffer.concat(chunks), response).catch((error) => response.destroy(error))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    state,
    folder,
    openssl,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TimestampServer = Awaited<ReturnType<typeof startTimestampServer>>

type OpenSsl = (...args: string[]) => Promise<string>

const createCertificates = async (openssl: OpenSsl) => {
  const rsa = ['-newkey', 'rsa:2048']
  const create = (name: string, section: string, issuer?: string, key = rsa) =>
    openssl(
      ...['req', '-x509', '-config', 'openssl.cnf', '-nodes', '-days', '30', ...key],
      ...['-subj', `/O=Example Timestamps/CN=${name}`, '-extensions', section],
      ...['-keyout', `${name}.key`, '-out', `${name}.pem`],
      ...(issuer ? ['-CA', `${issuer}.pem`, '-CAkey', `${issuer}.key`] : []),
    )
  await create('ca', 'ca')
  await create('intermediate', 'ca', 'ca')
  await create('tsa', 'tsa', 'ca')
  await create('tsa-below', 'tsa', 'intermediate')
  await create('tsa-ec', 'tsa', 'ca', ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-384'])
  await create('other', 'other', 'ca')
}

/** Signs the same timestamp again with a certificate that is not meant for timestamps. */
const signAgain = async (openssl: OpenSsl, folder: string, name: string) => {
  await openssl('ts', '-reply', '-in', `${name}.reply`, '-token_out', '-out', `${name}.token`)
  await openssl(
    ...['cms', '-verify', '-noverify', '-inform', 'der', '-in', `${name}.token`, '-out', `${name}.info`],
  )
  await openssl(
    ...['cms', '-sign', '-binary', '-nodetach', '-cades', '-nosmimecap', '-md', 'sha256', '-outform', 'der'],
    ...['-econtent_type', '1.2.840.113549.1.9.16.1.4', '-signer', 'other.pem', '-inkey', 'other.key'],
    ...['-in', `${name}.info`, '-out', `${name}.signed`],
  )
  const token = await readFile(join(folder, `${name}.signed`))
  const content = Buffer.concat([Buffer.from('3003020100', 'hex'), token])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(content.length)
  return Buffer.concat([Buffer.from('3082', 'hex'), length, content])
}
