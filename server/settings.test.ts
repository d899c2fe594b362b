import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

type Environment = Record<string, string>

const production: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portal:secret@db.internal/portal',
  BASE_URL: 'https://portal.example.com',
  COMPANY_NAME: 'Example Health',
  SMTP_URL: 'smtps://mail.example.com',
}

const refusal = (environment: Environment) => {
  try {
    readSettings(environment)
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return undefined
}

const portRule = 'PORT is not right: it must be a port number from 0 to 65535.'
const databaseRule =
  'DATABASE_URL is not right: it must be an address such as postgres://user:password@host:5432/portal.'
const baseUrlRule =
  'BASE_URL is not right: it must be an address such as https://portal.example.com, without a path.'
const proxyRule =
  'TRUST_PROXY is not right: it must be addresses or ranges with commas between, such as 10.0.0.0/8.'
const smtpRule =
  'SMTP_URL is not right: it must be an address such as smtps://user:password@mail.example.com.'
const senderRule = 'MAIL_FROM is not right: it must be a sender such as Portal <portal@example.com>.'

test.each<[Environment, string]>([
  [{ PORT: 'http' }, portRule],
  [{ PORT: '-1' }, portRule],
  [{ PORT: '65536' }, portRule],
  [{ PORT: '80.5' }, portRule],
  [{ BASE_URL: 'portal.example.com' }, baseUrlRule],
  [{ BASE_URL: 'ftp://portal.example.com' }, baseUrlRule],
  [{ BASE_URL: 'https://portal.example.com/portal' }, baseUrlRule],
  [{ BASE_URL: 'https://portal.example.com/?a=1' }, baseUrlRule],
  [{ DATABASE_URL: 'mysql://localhost/portal' }, databaseRule],
  [{ DATABASE_URL: 'portal' }, databaseRule],
  [
    { DATABASE_OWNER_URL: 'postgres://owner@db/portal' },
    'DATABASE_URL is not right: it must be set when DATABASE_OWNER_URL is set.',
  ],
  [
    { OFFICE_HOURS: 'Mon-Fri 09:00-17:00' },
    'OFFICE_TIME_ZONE is not right: it must be set when OFFICE_HOURS is set, such as America/New_York.',
  ],
  [
    { OFFICE_HOURS: 'Mon-Fri 09:00-17:00', OFFICE_TIME_ZONE: 'Eastern' },
    'OFFICE_TIME_ZONE is not right: it must be a time zone such as America/New_York.',
  ],
  ...[
    'always',
    'Mon 9-5',
    'Fri-Mon 09:00-17:00',
    'Mon 17:00-09:00',
    'Mon 09:00-17:00, Mon 16:00-18:00',
    'day 09:00-17:00',
  ].map((hours): [Environment, string] => [
    { OFFICE_HOURS: hours, OFFICE_TIME_ZONE: 'UTC' },
    'OFFICE_HOURS is not right: it must be days and times such as Mon-Fri 09:00-17:00, Sat 10:00-14:00.',
  ]),
  [{ DEMO: 'maybe' }, 'DEMO is not right: it must be on or off.'],
  [{ ALLOW_SIGN_UP: 'sometimes' }, 'ALLOW_SIGN_UP is not right: it must be on or off.'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL is not right: it must be an email address.'],
  [{ OIDC_ISSUER: 'login' }, 'OIDC_ISSUER is not right: it must be the https address of an OpenID provider.'],
  [
    { OIDC_ISSUER: 'https://login.example.com' },
    'OIDC_CLIENT_ID is not right: it must be set when OIDC_ISSUER is set.',
  ],
  [{ SMTP_URL: 'mail.example.com' }, smtpRule],
  [{ SMTP_URL: 'https://mail.example.com' }, smtpRule],
  [{ MAIL_FROM: 'nobody' }, senderRule],
  [{ MAIL_FROM: 'a@example.com\r\nBcc: b@example.com' }, senderRule],
  [{ COMPANY_NAME: 'x'.repeat(201) }, 'COMPANY_NAME is not right: it must be at most 200 characters.'],
  [{ TRUST_PROXY: '1' }, proxyRule],
  [{ TRUST_PROXY: '10.0.0.0/33' }, proxyRule],
  [{ TRUST_PROXY: 'proxy.internal' }, proxyRule],
  [
    { LOG_LEVEL: 'loud' },
    'LOG_LEVEL is not right: it must be fatal, error, warn, info, debug, trace or silent.',
  ],
  [
    { HOST: '0.0.0.0' },
    'DEMO is not right: it must be off, or HOST a loopback address such as 127.0.0.1 (it is 0.0.0.0).',
  ],
  [{ ...production, DEMO: 'on' }, 'DEMO is not right: it must be off in production.'],
  [
    { ...production, BASE_URL: '' },
    'BASE_URL is not right: it must be set in production, such as https://portal.example.com.',
  ],
  [
    { ...production, COMPANY_NAME: '' },
    'COMPANY_NAME is not right: it must be set in production: agreements and mails name it.',
  ],
  [
    { ...production, SMTP_URL: '' },
    'SMTP_URL is not right: it must be set in production, such as smtps://user:password@mail.example.com.',
  ],
  [
    { ...production, OIDC_ISSUER: 'http://login.example.com', OIDC_CLIENT_ID: 'portal' },
    'OIDC_ISSUER is not right: it must be an https address in production.',
  ],
])('%o fails the start with its name and a valid value', (environment, message) => {
  expect(refusal(environment)).toBe(message)
})

test('every wrong setting is named on a line of its own', () => {
  expect(refusal({ PORT: 'x', DEMO: 'x' })?.split('\n')).toEqual([
    portRule,
    'DEMO is not right: it must be on or off.',
  ])
})

test('messages do not contain the values of secret settings', () => {
  expect(refusal({ DATABASE_URL: 'mysql://portal:secret@db/portal' })).not.toContain('secret')
  expect(refusal({ SMTP_URL: 'http://portal:secret@mail/' })).not.toContain('secret')
})

describe('the demo', () => {
  test('is on by default without settings', () => {
    expect(readSettings({})).toMatchObject({
      demo: true,
      host: '127.0.0.1',
      port: 5000,
      baseUrl: 'http://127.0.0.1:5000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
    })
  })

  test.each(['127.0.0.1', '::1', 'localhost'])('can run on %s', (HOST) => {
    expect(readSettings({ HOST, DEMO: 'on' }).demo).toBe(true)
  })

  test('is off by default with a database of its own and in production', () => {
    expect(readSettings({ DATABASE_URL: 'postgres://db/portal' }).demo).toBe(false)
    expect(readSettings(production).demo).toBe(false)
  })

  test('allows any HOST when it is off', () => {
    expect(readSettings({ HOST: '0.0.0.0', DEMO: 'off' })).toMatchObject({ demo: false, host: '0.0.0.0' })
  })
})

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', DEMO: ' ', BASE_URL: '' })).toMatchObject({
    port: 5000,
    baseUrlGiven: false,
  })
})

test('an IPv6 HOST is put in brackets in the address', () => {
  expect(readSettings({ HOST: '::1', PORT: '8080' }).baseUrl).toBe('http://[::1]:8080')
})

test('BASE_URL is stored without its trailing slash', () => {
  expect(readSettings({ BASE_URL: 'https://portal.example.com/' }).baseUrl).toBe('https://portal.example.com')
})

test('TRUST_PROXY accepts IPv4 and IPv6 addresses and ranges', () => {
  expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, 192.168.1.1,fd00::/8' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '192.168.1.1',
    'fd00::/8',
  ])
})

test('office hours are read in the usual notation', () => {
  const { officeHours } = readSettings({
    OFFICE_HOURS: 'Mon-Wed 9:00-12:00, monday 13:00-17:00,  Sat 10:00-24:00',
    OFFICE_TIME_ZONE: 'America/New_York',
  })
  const morning = { from: '09:00', until: '12:00' }
  expect(officeHours).toEqual({
    timeZone: 'America/New_York',
    week: {
      monday: [morning, { from: '13:00', until: '17:00' }],
      tuesday: [morning],
      wednesday: [morning],
      thursday: [],
      friday: [],
      saturday: [{ from: '10:00', until: '24:00' }],
      sunday: [],
    },
    holidays: [],
  })
  expect(readSettings({}).officeHours).toBeNull()
})
