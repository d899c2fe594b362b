import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings, type Settings } from './settings.ts'
import { StartError } from './start-error.ts'

type Environment = Record<string, string>

const production: Environment = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://portal:secret@db.internal/portal',
  TRUST_PROXY: '10.0.0.0/8',
  BASE_URL: 'https://portal.example.com',
  COMPANY_NAME: 'Example Health',
  SMTP_URL: 'smtps://mail.example.com',
}

const oidc: Environment = { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'portal' }

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
  'TRUST_PROXY is not right: it must be addresses or ranges with commas between, such as 10.0.0.0/8, or none.'
const missingProxyRule =
  'TRUST_PROXY is not right: it must be set when BASE_URL is https: the addresses of the proxies in front, such as 10.0.0.0/8, or none if no proxy adds X-Forwarded-For.'
const smtpRule =
  'SMTP_URL is not right: it must be an address such as smtps://user:password@mail.example.com.'
const passkeysRule =
  'PASSKEYS_REQUIRED is not right: it must be off, or BASE_URL an https address with a host name: browsers use passkeys nowhere else.'
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
  ...['short', 'a token with spaces in it', 'tóken-of-a-monitor'].map(
    (METRICS_TOKEN): [Environment, string] => [
      { METRICS_TOKEN },
      'METRICS_TOKEN is not right: it must be at least 16 letters, digits or symbols, without spaces.',
    ],
  ),
  [
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    'OTEL_EXPORTER_OTLP_ENDPOINT is not right: it must be the address of a collector, such as http://127.0.0.1:4318.',
  ],
  [
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    'OTEL_EXPORTER_OTLP_PROTOCOL is not right: it must be http/json: the portal sends traces only in this format.',
  ],
  ...['-1', '2', 'half'].map((OTEL_TRACES_SAMPLER_ARG): [Environment, string] => [
    { OTEL_TRACES_SAMPLER_ARG },
    'OTEL_TRACES_SAMPLER_ARG is not right: it must be a share of traces from 0 to 1.',
  ]),
  ...['-1', '301', 'soon'].map((delay): [Environment, string] => [
    { SHUTDOWN_DELAY: delay },
    'SHUTDOWN_DELAY is not right: it must be a number of seconds from 0 to 300.',
  ]),
  [
    { DATABASE_LISTEN_URL: 'postgres://portal@db/portal' },
    'DATABASE_URL is not right: it must be set when DATABASE_LISTEN_URL is set.',
  ],
  [
    { DATABASE_OWNER_URL: 'postgres://owner@db/portal' },
    'DATABASE_URL is not right: it must be set when DATABASE_OWNER_URL is set.',
  ],
  [
    { OFFICE_HOURS: 'Mon-Fri 09:00-17:00' },
    'OFFICE_TIME_ZONE is not right: it must be set when OFFICE_HOURS is set, such as America/New_York.',
  ],
  [{ EMAIL_LOG_DAYS: '6' }, 'EMAIL_LOG_DAYS is not right: it must be a number of days, at least 7.'],
  [
    { CLOSED_CONVERSATION_DAYS: 'never' },
    'CLOSED_CONVERSATION_DAYS is not right: it must be a number of days, at least 7.',
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
  [{ WEBHOOK_PRIVATE_ADDRESSES: 'all' }, 'WEBHOOK_PRIVATE_ADDRESSES is not right: it must be on or off.'],
  [{ ADMIN_EMAIL: 'admin' }, 'ADMIN_EMAIL is not right: it must be an email address.'],
  [{ OIDC_ISSUER: 'login' }, 'OIDC_ISSUER is not right: it must be the https address of an OpenID provider.'],
  [
    { OIDC_ISSUER: 'https://login.example.com' },
    'OIDC_CLIENT_ID is not right: it must be set when OIDC_ISSUER is set.',
  ],
  [
    { OIDC_TRUSTED_ISSUERS: 'https://login.example.com' },
    'OIDC_ISSUER is not right: it must be set when OIDC_TRUSTED_ISSUERS is set.',
  ],
  [
    { ...oidc, OIDC_TRUSTED_ISSUERS: 'https://login.example.com,login.example.org' },
    'OIDC_TRUSTED_ISSUERS is not right: it must be addresses of issuers with commas between, such as https://login.example.com.',
  ],
  ...['common', 'organizations', 'consumers'].map((tenant): [Environment, string] => [
    { ...oidc, OIDC_TRUSTED_ISSUERS: `https://login.microsoftonline.com/${tenant}/v2.0` },
    'OIDC_TRUSTED_ISSUERS is not right: it must be issuers of one tenant each, with its id: anyone can create a tenant with the email addresses of others.',
  ]),
  [{ ...oidc, OIDC_SIGN_OUT: 'never' }, 'OIDC_SIGN_OUT is not right: it must be on or off.'],
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
  ...['29', '400.5', 'never'].map((days): [Environment, string] => [
    { SIGN_IN_EVENT_DAYS: days },
    'SIGN_IN_EVENT_DAYS is not right: it must be a number of days from 30.',
  ]),
  ...[
    'audit.jsonl',
    'file:audit.jsonl',
    'file:/var/log/',
    'syslog:logs.example.com',
    'syslog+udp://logs.example.com',
    'syslog://logs.example.com/path',
  ].map((to): [Environment, string] => [
    { AUDIT_LOG_TO: to },
    'AUDIT_LOG_TO is not right: it must be an address such as file:/var/log/portal/audit.jsonl or syslog+tls://logs.example.com:6514.',
  ]),
  [
    { ...production, AUDIT_LOG_TO: 'syslog://logs.example.com' },
    'AUDIT_LOG_TO is not right: it must be a syslog+tls address in production: the log names people.',
  ],
  [
    { HOST: '0.0.0.0' },
    'DEMO is not right: it must be off, or HOST a loopback address such as 127.0.0.1 (it is 0.0.0.0).',
  ],
  [{ ...production, DEMO: 'on' }, 'DEMO is not right: it must be off in production.'],
  ...(
    [
      ['BASE_URL', 'http://portal.example.com'],
      ['TRUST_PROXY', '10.0.0.0/8'],
      ['TRUST_PROXY', 'none'],
      ['SMTP_URL', 'smtp://127.0.0.1'],
      ['S3_BUCKET', 'portal'],
    ] as const
  ).map(([name, value]): [Environment, string] => [
    { DEMO: 'on', [name]: value },
    `DEMO is not right: it must be off: with ${name} other machines can reach the portal.`,
  ]),
  [
    { DEMO: 'on', OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'portal' },
    'DEMO is not right: it must be off: with OIDC_ISSUER other machines can reach the portal.',
  ],
  [{ BASE_URL: 'https://portal.example.com' }, missingProxyRule],
  [{ BASE_URL: 'https://localhost' }, missingProxyRule],
  [{ ...production, TRUST_PROXY: '' }, missingProxyRule],
  ...['prefer', 'allow', 'no-verify', 'Disable', 'on'].map((mode): [Environment, string] => [
    { ...production, DATABASE_URL: `postgres://db.internal/portal?sslmode=${mode}` },
    'DATABASE_URL is not right: it must be a URL with sslmode=verify-full, or with sslmode=disable in a network that you trust.',
  ]),
  [
    { ...production, BASE_URL: '' },
    'BASE_URL is not right: it must be set in production, such as https://portal.example.com.',
  ],
  [
    { ...production, COMPANY_NAME: '' },
    'COMPANY_NAME is not right: it must be set in production: agreements and emails name it.',
  ],
  [
    { ...production, SMTP_URL: '' },
    'SMTP_URL is not right: it must be set in production, such as smtps://user:password@mail.example.com.',
  ],
  ...(['https://192.0.2.7', 'https://[2001:db8::7]'] as const).map((BASE_URL): [Environment, string] => [
    { ...production, BASE_URL },
    passkeysRule,
  ]),
  ...(['on', 'off'] as const).map((required): [Environment, string] => [
    { ...production, BASE_URL: 'http://portal.example.com', PASSKEYS_REQUIRED: required },
    'BASE_URL is not right: it must be an https address in production: sessions and codes would be readable in transit.',
  ]),
  [
    { ...production, CLAMAV_URL: 'tcp://clamav:3310' },
    'CLAMAV_URL is not right: it must be a Unix socket or an address of this machine in production: clamd has no encryption, and the files would be readable in transit.',
  ],
  [{ PASSKEYS_REQUIRED: 'on', BASE_URL: 'http://192.0.2.7:5000' }, passkeysRule],
  [{ PASSKEYS_REQUIRED: 'soon' }, 'PASSKEYS_REQUIRED is not right: it must be on or off.'],
  ...['a week', '-1', '91', '1.5'].map((days): [Environment, string] => [
    { PASSKEY_GRACE_DAYS: days },
    'PASSKEY_GRACE_DAYS is not right: it must be a number of days from 0 to 90.',
  ]),
  [
    { ...production, OIDC_ISSUER: 'http://login.example.com', OIDC_CLIENT_ID: 'portal' },
    'OIDC_ISSUER is not right: it must be an https address in production.',
  ],
])('%o fails the start with its name and a valid value', (environment, message) => {
  expect(refusal(environment)).toBe(message)
})

test('every wrong setting is named on a separate line', () => {
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

  test.each([
    { TRUST_PROXY: '10.0.0.0/8', BASE_URL: 'https://portal.example.com' },
    { BASE_URL: 'http://192.168.0.10:5000' },
    { TRUST_PROXY: '127.0.0.1' },
    { SMTP_URL: 'smtp://127.0.0.1' },
    { OIDC_ISSUER: 'https://login.example.com', OIDC_CLIENT_ID: 'portal' },
    { S3_BUCKET: 'portal' },
  ])('is off by default with %o', (environment) => {
    expect(readSettings(environment).demo).toBe(false)
  })

  test.each([
    'http://localhost:5000',
    'http://127.0.0.1:5173',
    'http://[::1]:5000',
    'http://portal.localhost',
  ])('is on by default at %s', (BASE_URL) => {
    expect(readSettings({ BASE_URL }).demo).toBe(true)
  })

  test.each(['127.0.0.1', '127.0.0.2', '::1', 'localhost'])('can run on %s', (HOST) => {
    expect(readSettings({ HOST, DEMO: 'on' }).demo).toBe(true)
  })

  test('is off by default with an external database and in production', () => {
    expect(readSettings({ DATABASE_URL: 'postgres://db/portal' }).demo).toBe(false)
    expect(readSettings(production).demo).toBe(false)
  })

  test('allows any HOST when it is off', () => {
    expect(readSettings({ HOST: '0.0.0.0', DEMO: 'off' })).toMatchObject({ demo: false, host: '0.0.0.0' })
  })
})

test.each([
  ['file:/var/log/audit.jsonl', { kind: 'file', path: '/var/log/audit.jsonl' }],
  ['file:///var/log/audit.jsonl', { kind: 'file', path: '/var/log/audit.jsonl' }],
  ['syslog://127.0.0.1', { kind: 'syslog', host: '127.0.0.1', port: 514, isEncrypted: false }],
  ['syslog://[::1]:80', { kind: 'syslog', host: '::1', port: 80, isEncrypted: false }],
  [
    'syslog+tls://logs.example.com',
    { kind: 'syslog', host: 'logs.example.com', port: 6514, isEncrypted: true },
  ],
  [
    'syslog+tls://logs.example.com:10514',
    { kind: 'syslog', host: 'logs.example.com', port: 10_514, isEncrypted: true },
  ],
])('the audit log can be sent to %s', (to, address) => {
  expect(readSettings({ ...production, AUDIT_LOG_TO: to }).auditLogTo).toEqual(address)
})

test('staff must have a passkey in production, after a week, unless the settings differ', () => {
  const week = { required: true, graceDays: 7 }
  expect(readSettings(production).passkeys).toEqual(week)
  expect(readSettings({}).passkeys).toEqual({ ...week, required: false })
  expect(readSettings({ PASSKEYS_REQUIRED: 'on', PASSKEY_GRACE_DAYS: '0' }).passkeys).toEqual({
    required: true,
    graceDays: 0,
  })
  const byAddress = { ...production, BASE_URL: 'https://192.0.2.7', PASSKEYS_REQUIRED: 'off' }
  expect(readSettings(byAddress).passkeys.required).toBe(false)
})

test('a password without a key is an error', () => {
  expect(refusal({ SIGNING_P12_PASSWORD: 'secret' })).toBe(
    'SIGNING_P12 is not right: it must be set when SIGNING_P12_PASSWORD is set.',
  )
})

test('an empty setting counts as not set', () => {
  expect(readSettings({ PORT: '', DEMO: ' ', BASE_URL: '' })).toMatchObject({
    port: 5000,
    baseUrlGiven: false,
  })
})

test('HOST localhost is one address, and the portal’s URL keeps the name', () => {
  expect(readSettings({ HOST: 'localhost' })).toMatchObject({
    host: '127.0.0.1',
    baseUrl: 'http://localhost:5000',
  })
})

test('an IPv6 HOST is put in brackets in the address', () => {
  expect(readSettings({ HOST: '::1', PORT: '8080' }).baseUrl).toBe('http://[::1]:8080')
})

test('BASE_URL is stored without its trailing slash', () => {
  expect(readSettings({ BASE_URL: 'https://portal.example.com/', TRUST_PROXY: 'none' }).baseUrl).toBe(
    'https://portal.example.com',
  )
})

test('TRUST_PROXY accepts IPv4 and IPv6 addresses and ranges', () => {
  expect(readSettings({ TRUST_PROXY: '10.0.0.0/8, 192.168.1.1,fd00::/8' }).trustProxy).toEqual([
    '10.0.0.0/8',
    '192.168.1.1',
    'fd00::/8',
  ])
})

test('trusted issuers are a list, exactly as they are given, and signing out at the provider is on', () => {
  expect(readSettings({ ...oidc }).oidc).toMatchObject({ trustedIssuers: [], signOut: true })
  const given = 'https://login.example.com/, https://login.microsoftonline.com/8f2c/v2.0'
  expect(readSettings({ ...oidc, OIDC_TRUSTED_ISSUERS: given }).oidc?.trustedIssuers).toEqual(
    given.split(', '),
  )
})

test('TRUST_PROXY can be none', () => {
  expect(readSettings({ BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' }).trustProxy).toEqual([])
})

test.each<[string, string]>([
  ['postgres://db.internal/portal', 'postgres://db.internal/portal?sslmode=verify-full'],
  [
    'postgres://db.internal/portal?application_name=x',
    'postgres://db.internal/portal?application_name=x&sslmode=verify-full',
  ],
  ['postgres:///portal?host=db.internal', 'postgres:///portal?host=db.internal&sslmode=verify-full'],
  ...[
    'postgres://db.internal/portal?sslmode=disable',
    'postgres://db.internal/portal?sslmode=require',
    'postgres://localhost/portal',
    'postgres://[::1]:5433/portal',
    'postgres:///portal?host=/run/postgresql',
    'postgres://%2Frun%2Fpostgresql/portal',
  ].map((url): [string, string] => [url, url]),
])('in production the database at %s is reached by %s', (given, used) => {
  const { databaseUrl, databaseListenUrl, databaseOwnerUrl } = readSettings({
    ...production,
    DATABASE_URL: given,
    DATABASE_LISTEN_URL: given,
    DATABASE_OWNER_URL: given,
  })
  expect(databaseUrl).toBe(used)
  expect(databaseListenUrl).toBe(used)
  expect(databaseOwnerUrl).toBe(used)
})

test('outside production the database is reached as its URL defines', () => {
  const DATABASE_URL = 'postgres://db.internal/portal'
  expect(readSettings({ DATABASE_URL }).databaseUrl).toBe(DATABASE_URL)
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

test('SHUTDOWN_DELAY is five seconds in production, and zero in development', () => {
  expect(readSettings({}).shutdownDelayMs).toBe(0)
  expect(readSettings(production).shutdownDelayMs).toBe(5_000)
  expect(readSettings({ ...production, SHUTDOWN_DELAY: '0' }).shutdownDelayMs).toBe(0)
  expect(readSettings({ SHUTDOWN_DELAY: '30' }).shutdownDelayMs).toBe(30_000)
})

const collector = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }

test.each<[Environment, Settings['traces']]>([
  [{}, undefined],
  [collector, { sampleRatio: 1 }],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example.com/v1/traces' }, { sampleRatio: 1 }],
  [{ ...collector, OTEL_SDK_DISABLED: 'true' }, undefined],
  [{ ...collector, OTEL_TRACES_EXPORTER: 'none' }, undefined],
  [{ ...collector, OTEL_TRACES_SAMPLER: 'always_off' }, { sampleRatio: 0 }],
  [
    { ...collector, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' },
    { sampleRatio: 0.1 },
  ],
  [{ ...collector, OTEL_TRACES_SAMPLER_ARG: '0.1' }, { sampleRatio: 1 }],
])('the OpenTelemetry variables %o mean %o', (environment, traces) => {
  expect(readSettings(environment).traces).toEqual(traces)
})
