import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '#server/settings.ts'
import { localCertificate } from '#test/local-certificate.ts'
import { openLog } from '#test/log.ts'
import { startS3 } from '#test/s3.ts'
import { createStore } from './create-store.ts'

const site = 'https://portal.example.com'
const s3 = await startS3()
const strict = await startS3({ allowedOrigin: site })
afterAll(async () => {
  await s3.stop()
  await strict.stop()
})

let log = openLog()
beforeEach(() => {
  log = openLog()
})

const check = async (given: Record<string, string>, siteOrigin: string | undefined = site) => {
  const { s3: settings, dataDir } = readSettings(given)
  const store = await createStore({ s3: settings, dataDir })
  await store.bucket?.checkAtStart(siteOrigin, log.logger)
}
const warnings = () => log.lines.filter(({ level }) => level === 40).map(({ msg }) => msg)

/** Runs a server that is not the tests' store while `run` runs. */
const withServer = async (
  listener: RequestListener,
  run: (endpoint: string) => Promise<void>,
  tls = false,
) => {
  const server = tls ? createTlsServer(localCertificate, listener) : createServer(listener)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    await run(`${tls ? 'https' : 'http'}://127.0.0.1:${port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

describe('a bucket', () => {
  test.each([
    ['that any site may use', s3],
    ['that this site may use', strict],
  ])('%s passes, and nothing is left in it', async (_what, { settings }) => {
    await check(settings)
    expect(log.lines).toEqual([])
  })

  test('that only another site may use passes with a warning that has the rule for this site', async () => {
    await check(strict.settings, 'https://other.example.com')
    expect(warnings()).toEqual([
      'the bucket does not let browsers send and read files from this site: set the CORS rule [{"AllowedOrigins":["https://other.example.com"],"AllowedMethods":["PUT","GET"],"AllowedHeaders":["content-type"]}]',
    ])
  })

  test('is not checked for CORS if the origin of the pages is unknown', async () => {
    const { s3: settings, dataDir } = readSettings(strict.settings)
    const store = await createStore({ s3: settings, dataDir })
    await store.bucket?.checkAtStart(undefined, log.logger)
    expect(log.lines).toEqual([])
  })

  test('that cannot be reached only causes a warning, since it may come back', async () => {
    await s3.pause()
    await check(s3.settings).finally(() => s3.resume())
    expect(warnings()).toEqual(['the bucket cannot be used for now: files are unavailable until it can'])
  })
})

describe('the start stops with a sentence', () => {
  test('when the bucket is missing', async () => {
    const missing = check({ ...s3.settings, S3_BUCKET: 'elsewhere' })
    await expect(missing).rejects.toThrow(
      `S3_BUCKET: there is no bucket elsewhere at ${s3.settings.S3_ENDPOINT}. Create it, or name another.`,
    )
  })

  test('when the key is unknown, or its secret is wrong', async () => {
    const unknown = check({ ...s3.settings, S3_ACCESS_KEY_ID: 'SOMEBODY' })
    await expect(unknown).rejects.toThrow('S3_ACCESS_KEY_ID: the store')
    const wrong = check({ ...s3.settings, S3_SECRET_ACCESS_KEY: 'guessed' })
    await expect(wrong).rejects.toThrow('S3_SECRET_ACCESS_KEY: it does not belong to S3_ACCESS_KEY_ID.')
  })

  test.each([
    [403, 'AccessDenied', 'S3_BUCKET: these keys lack the permission s3:PutObject in the bucket portal'],
    [403, 'RequestTimeTooSkewed', 'Set its clock.'],
    [
      400,
      'AuthorizationHeaderMalformed',
      'S3_REGION: the bucket portal is not in us-east-1 but in eu-west-1.',
    ],
    [301, 'PermanentRedirect', 'S3_REGION: the bucket portal is not in us-east-1 but in eu-west-1.'],
    [400, 'ExpiredToken', 'S3_ACCESS_KEY_ID: the keys have expired.'],
  ])('when a store responds with %i %s', async (status, code, sentence) => {
    const refuse: RequestListener = (_request, response) => {
      response.writeHead(status, { 'content-type': 'application/xml', 'x-amz-bucket-region': 'eu-west-1' })
      response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message></Error>`)
    }
    await withServer(refuse, async (endpoint) => {
      await expect(check({ ...s3.settings, S3_ENDPOINT: endpoint })).rejects.toThrow(sentence)
    })
  })

  test('when something other than a store responds', async () => {
    const welcome: RequestListener = (_request, response) => {
      response.writeHead(405, { 'content-type': 'text/html' })
      response.end('<h1>Welcome to nginx!</h1>')
    }
    await withServer(welcome, async (endpoint) => {
      await expect(check({ ...s3.settings, S3_ENDPOINT: endpoint })).rejects.toThrow('is not an S3 store')
    })
  })

  test('when the certificate is from an unknown authority', async () => {
    const answer: RequestListener = (_request, response) => response.end()
    await withServer(
      answer,
      async (endpoint) => {
        await expect(check({ ...s3.settings, S3_ENDPOINT: endpoint })).rejects.toThrow('NODE_EXTRA_CA_CERTS')
      },
      true,
    )
  })
})
