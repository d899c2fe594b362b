import { createPrivateKey, X509Certificate } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { rounds, startRandom } from '../../test/rounds.ts'
import { createIdentity, type Identity, IdentityError, identityFromP12, identityOf } from './identity.ts'
import { loadOrCreateIdentity, readIdentityFile, writeIdentityFile } from './identity-file.ts'
import { flipBit, run } from './test-documents.ts'

// Creating keys takes seconds on a busy machine, and no test measures time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

const names = { commonName: 'Portal – Zürich', organization: 'Example & Sons' }

let one: Identity
let other: Identity
beforeAll(async () => {
  ;[one, other] = await Promise.all([createIdentity(names), createIdentity(names)])
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'identity-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Returns the numbers of an RSA key, in base64url. */
const numbersOf = (privateKey: Uint8Array) =>
  createPrivateKey({ key: Buffer.from(privateKey), format: 'der', type: 'pkcs8' }).export({ format: 'jwk' })

const openssl = async (...args: string[]) => {
  const { code, output } = await run('openssl', args, { cwd: folder })
  expect(code, output).toBe(0)
  return output
}

describe('a new identity', () => {
  test('has a certificate for signing documents for 20 years', async () => {
    const { certificate, chain, fingerprint } = one
    const parsed = new X509Certificate(certificate)
    expect(parsed.subject).toBe('O=Example & Sons\nCN=Portal – Zürich')
    expect(parsed.verify(parsed.publicKey)).toBe(true)
    expect(parsed.publicKey.asymmetricKeyDetails?.modulusLength).toBe(3072)
    expect(parsed.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(fingerprint)
    const [from, to] = [parsed.validFromDate.getTime(), parsed.validToDate.getTime()]
    expect(from).toBeLessThan(Date.now() - 5 * 60_000)
    expect(to - Date.now()).toBeGreaterThan(19.9 * 365.25 * 86_400_000)
    expect(chain).toEqual([])
    await writeFile(join(folder, 'certificate'), certificate)
    const printed = await openssl('x509', '-inform', 'der', '-in', 'certificate', '-noout', '-text')
    expect(printed).toMatch(/Key Usage: critical\s+Digital Signature, Non Repudiation\s/)
    expect(printed).toMatch(/Extended Key Usage: \s+1\.3\.6\.1\.5\.5\.7\.3\.36, E-mail Protection\s/)
    expect(printed).toMatch(/Basic Constraints: critical\s+CA:FALSE/)
    expect(printed).toContain('Signature Algorithm: sha256WithRSAEncryption')
    await openssl('x509', '-inform', 'der', '-in', 'certificate', '-out', 'certificate.pem')
    const validate = ['-x509_strict', '-check_ss_sig', '-CAfile', 'certificate.pem', 'certificate.pem']
    await openssl('verify', ...validate)
    await openssl('verify', '-purpose', 'smimesign', ...validate)
  })

  test('is different each time', () => {
    expect(one.fingerprint).not.toBe(other.fingerprint)
  })

  test('arrives unchanged in a worker thread', async () => {
    const echo =
      "require('node:worker_threads').parentPort.once('message', (m) => require('node:worker_threads').parentPort.postMessage(m))"
    const worker = new Worker(echo, { eval: true })
    const response = new Promise((resolve) => worker.once('message', resolve))
    worker.postMessage(one)
    expect(await response).toEqual(one)
    await worker.terminate()
  })
})

describe('an identity in a folder', () => {
  test('is created once and read from then on, by its owner alone', async () => {
    const inside = join(folder, 'new')
    const created = await loadOrCreateIdentity(inside, names)
    expect(await loadOrCreateIdentity(inside, { commonName: 'Other', organization: 'Other' })).toEqual(
      created,
    )
    expect((await stat(join(inside, 'signing.pem'))).mode & 0o777).toBe(0o600)
    expect(await readdir(inside)).toEqual(['signing.pem'])
    expect(await openssl('pkey', '-in', 'new/signing.pem', '-noout', '-check')).toContain('Key is valid')
    expect(await openssl('x509', '-in', 'new/signing.pem', '-noout', '-subject')).toContain('Portal')
  })

  test('is the same for processes that start at once', async () => {
    const program = `
      import { loadOrCreateIdentity } from ${JSON.stringify(join(import.meta.dirname, 'identity-file.ts'))}
      const names = { commonName: String(process.pid), organization: 'Example' }
      process.stdout.write((await loadOrCreateIdentity(${JSON.stringify(folder)}, names)).fingerprint)`
    const start = () => run(process.execPath, ['--input-type=module', '--eval', program])
    const outcomes = await Promise.all([start(), start(), start(), start()])
    expect(outcomes[0]).toMatchObject({ code: 0, output: expect.stringMatching(/^[0-9a-f]{64}$/) })
    expect(new Set(outcomes.map(({ output }) => output)).size).toBe(1)
    expect(await readdir(folder)).toEqual(['signing.pem'])
  })

  test('never replaces an existing file', async () => {
    const path = join(folder, 'signing.pem')
    await writeIdentityFile(path, one)
    await writeIdentityFile(path, other)
    expect(await readIdentityFile(path)).toEqual(one)
  })

  test('is an error that names the file when the file is cut short, empty or has two identities', async () => {
    const path = join(folder, 'signing.pem')
    await writeIdentityFile(path, one)
    const text = await readFile(path, 'utf8')
    const otherPath = join(folder, 'other.pem')
    await writeIdentityFile(otherPath, other)
    const otherText = await readFile(otherPath, 'utf8')
    const [key = '', certificate = ''] = [text, otherText].map(
      (pem, index) => pem.split(/(?=-----BEGIN C)/)[index],
    )
    for (const damaged of [
      '',
      text.slice(0, 1_000),
      text.slice(0, -40),
      key,
      key + certificate,
      text + text,
    ]) {
      await writeFile(path, damaged)
      const loading = loadOrCreateIdentity(folder, names)
      await expect(loading).rejects.toThrow(IdentityError)
      await expect(loading).rejects.toThrow(path)
      expect(await readFile(path, 'utf8')).toBe(damaged)
    }
  })

  test('with any bit changed is an error that names the file, or still the same key and certificate', async () => {
    const path = join(folder, 'signing.pem')
    await writeIdentityFile(path, one)
    const bytes = await readFile(path)
    const random = startRandom()
    for (let round = 0; round < rounds({ short: 100, long: 5_000 }); round++) {
      const bit = random(bytes.length * 8)
      await writeFile(path, flipBit(bytes, bit))
      const found = await readIdentityFile(path).catch((error) => {
        expect(error, `bit ${bit}`).toBeInstanceOf(IdentityError)
        expect(error.message).toContain(path)
      })
      if (!found) continue
      expect(found.fingerprint, `bit ${bit}`).toBe(one.fingerprint)
      expect(numbersOf(found.privateKey), `bit ${bit}`).toEqual(numbersOf(one.privateKey))
    }
  })

  // OpenSSL notices some of these changes only when it signs, with other errors, and some not at all.
  test.each(['d', 'p', 'q', 'dp', 'dq', 'qi'] as const)(
    'is an error that names the key when its number %s is another',
    async (name) => {
      const { privateKey, certificate } = one
      const number = Buffer.from(numbersOf(privateKey)[name] ?? '', 'base64url')
      const damaged = Buffer.from(privateKey)
      const last = damaged.indexOf(number) + number.length - 1
      // Flipping the last bit makes an odd number even, so it is no longer a prime.
      damaged[last] = (damaged[last] ?? 0) ^ 1
      const reading = identityOf(damaged, [certificate])
      await expect(reading).rejects.toThrow(new IdentityError('The private key is damaged.'))
    },
  )

  test('is an error that names the file when it cannot be read', async () => {
    await mkdir(join(folder, 'signing.pem'))
    await chmod(join(folder, 'signing.pem'), 0o700)
    await expect(loadOrCreateIdentity(folder, names)).rejects.toThrow(join(folder, 'signing.pem'))
  })
})

describe('an identity from PKCS #12', () => {
  const password = 'correct horse'
  const rsa = (bits: number) => ['-newkey', `rsa:${bits}`]
  // OpenSSL takes seconds to create a key of 3072 bits, so the key is reused.
  const rsaOfOne = ['-key', 'signer.key']
  const ec = (curve: string) => ['-newkey', 'ec', '-pkeyopt', `ec_paramgen_curve:${curve}`]

  const issue = async (key: string[], days = '30') => {
    const make = (name: string, algorithm: string[], ...more: string[]) =>
      openssl(
        'req',
        '-x509',
        '-nodes',
        ...algorithm,
        '-subj',
        `/CN=${name}`,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.pem`,
        ...more,
      )
    const whole = createPrivateKey({ key: Buffer.from(one.privateKey), format: 'der', type: 'pkcs8' })
    await writeFile(join(folder, 'signer.key'), whole.export({ format: 'pem', type: 'pkcs8' }))
    await make('root', ec('prime256v1'))
    await make('signer', key, '-CA', 'root.pem', '-CAkey', 'root.key', '-days', days)
  }

  const exportP12 = async (...more: string[]) => {
    const args = [
      '-inkey',
      'signer.key',
      '-in',
      'signer.pem',
      '-certfile',
      'root.pem',
      '-passout',
      `pass:${password}`,
    ]
    await openssl('pkcs12', '-export', ...args, '-out', 'file.p12', ...more)
    return readFile(join(folder, 'file.p12'))
  }

  test.for([
    ['RSA', rsaOfOne, []],
    ['RSA in the old ciphers', rsaOfOne, ['-legacy']],
    ['P-256', ec('prime256v1'), []],
    ['P-384', ec('secp384r1'), []],
  ] as const)('of %s has its certificate and chain', async ([, key, more]) => {
    await issue([...key])
    const { certificate, chain, privateKey } = await identityFromP12(await exportP12(...more), password)
    const read = async (name: string) => new X509Certificate(await readFile(join(folder, `${name}.pem`))).raw
    expect(Buffer.from(certificate).equals(await read('signer'))).toBe(true)
    expect(chain.map((der) => Buffer.from(der))).toEqual([await read('root')])
    await writeFile(join(folder, 'key'), privateKey)
    const publicKey = await openssl('pkey', '-inform', 'der', '-in', 'key', '-pubout')
    expect(publicKey).toBe(await openssl('x509', '-in', 'signer.pem', '-noout', '-pubkey'))
  })

  test.for([
    ['RSA of 2048 bits', rsa(2048), 'has 2048 bits'],
    ['P-521', ec('secp521r1'), 'not P-256 or P-384'],
  ] as const)('of %s is refused', async ([, key, message]) => {
    await issue([...key])
    const reading = identityFromP12(await exportP12(), password)
    await expect(reading).rejects.toThrow(IdentityError)
    await expect(reading).rejects.toThrow(message)
  })

  test.for([[], ['-legacy']])('is refused with a wrong password (%j)', async (more) => {
    await issue(ec('prime256v1'))
    const file = await exportP12(...more)
    for (const wrong of ['wrong', '']) {
      await expect(identityFromP12(file, wrong)).rejects.toThrow('The password of the PKCS #12 file is wrong')
    }
  })

  test('is refused without a key, and when the file has another format', async () => {
    await issue(ec('prime256v1'))
    const file = await exportP12('-nokeys')
    await expect(identityFromP12(file, password)).rejects.toThrow('contains no private key')
    await expect(identityFromP12(Buffer.from('no file'), password)).rejects.toThrow('cannot be read')
  })

  test('is refused when its certificate has expired', async () => {
    await issue(ec('prime256v1'))
    const settings =
      'default_ca=a\n[a]\ndatabase=index\nserial=number\nnew_certs_dir=.\npolicy=p\ndefault_md=sha256\n[p]\ncommonName=supplied\n'
    await writeFile(join(folder, 'ca.cnf'), `[ca]\n${settings}`)
    await writeFile(join(folder, 'index'), '')
    await writeFile(join(folder, 'number'), '01')
    await openssl('req', '-new', '-key', 'signer.key', '-subj', '/CN=signer', '-out', 'request')
    const dates = ['-startdate', '20200101000000Z', '-enddate', '20210101000000Z']
    await openssl(
      'ca',
      '-batch',
      '-notext',
      '-config',
      'ca.cnf',
      '-cert',
      'root.pem',
      '-keyfile',
      'root.key',
      ...dates,
      '-in',
      'request',
      '-out',
      'signer.pem',
    )
    const file = await exportP12()
    await expect(identityFromP12(file, password)).rejects.toThrow('expired on 2021-01-01')
  })

  test('is read with a password that has non-ASCII letters', async () => {
    await issue(ec('prime256v1'))
    const file = await exportP12('-passout', 'pass:Größe漢')
    expect((await identityFromP12(file, 'Größe漢')).chain).toHaveLength(1)
  })
})
