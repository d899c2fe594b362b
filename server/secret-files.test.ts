import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withSecretFiles } from './secret-files.ts'
import { readSettings } from './settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'portal-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, 'smtp')
writeFileSync(file, 'smtp://127.0.0.1:2525\n')

test('a secret is read from the file that its setting names', () => {
  expect(readSettings({ SMTP_URL_FILE: file }).smtpUrl).toBe('smtp://127.0.0.1:2525')
})

test('a file that cannot be read stops the start with its setting and path', () => {
  const path = join(folder, 'none')
  expect(() => withSecretFiles({ OIDC_CLIENT_SECRET_FILE: path })).toThrow(
    `OIDC_CLIENT_SECRET_FILE is not right: ${path} cannot be read (ENOENT).`,
  )
})

test('an empty file stops the start, instead of counting as not set', () => {
  const path = join(folder, 'empty')
  writeFileSync(path, '\n')
  expect(() => readSettings({ DATABASE_URL_FILE: path })).toThrow(
    `DATABASE_URL_FILE is not right: ${path} is empty.`,
  )
})

test('a secret given both ways stops the start', () => {
  expect(() => withSecretFiles({ SMTP_URL: 'smtp://127.0.0.1', SMTP_URL_FILE: file })).toThrow(
    'SMTP_URL and SMTP_URL_FILE are both set: set one of them.',
  )
})

test('the token of the metrics can be in a file, too', () => {
  const file = join(folder, 'metrics-token')
  writeFileSync(file, 'a-token-of-a-monitor\n')
  expect(readSettings({ METRICS_TOKEN_FILE: file }).metricsToken).toBe('a-token-of-a-monitor')
})
