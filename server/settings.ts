import { isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { isTimeZone } from '#contract/chat/opening-times.ts'
import { readOfficeHours } from '#server/features/chat/office-hours/office-hours-setting.ts'
import { StartError } from '#server/start-error.ts'

const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

const text = z.string().trim().min(1)
const optionalText = text.optional()
const booleanSetting = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'on or off' })
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value))

const urlWithProtocol = (protocols: RegExp, what: string) =>
  text.refine((value) => protocols.test(URL.parse(value)?.protocol ?? ''), what)

const webOrigin = text
  .refine((value) => {
    const url = URL.parse(value)
    return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  }, 'an address such as https://portal.example.com, without a path')
  .transform((value) => new URL(value).origin)

const isAddressRange = (value: string) => {
  const [address = '', bits, ...rest] = value.split('/')
  const maxBits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return (
    maxBits > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits))
  )
}

const Environment = z.object({
  NODE_ENV: optionalText,
  PORT: z.coerce
    .number({ error: 'a port number from 0 to 65535' })
    .int('a port number from 0 to 65535')
    .min(0, 'a port number from 0 to 65535')
    .max(65535, 'a port number from 0 to 65535')
    .default(5000),
  HOST: text.default('127.0.0.1'),
  BASE_URL: webOrigin.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: urlWithProtocol(
    /^postgres(ql)?:$/,
    'an address such as postgres://user:password@host:5432/portal',
  ).optional(),
  DATABASE_OWNER_URL: urlWithProtocol(
    /^postgres(ql)?:$/,
    'an address such as postgres://owner:password@host:5432/portal',
  ).optional(),
  DEMO: booleanSetting.optional(),
  ADMIN_EMAIL: z.email('an email address').optional(),
  ALLOW_SIGN_UP: booleanSetting.default(false),
  OIDC_ISSUER: urlWithProtocol(/^https?:$/, 'the https address of an OpenID provider').optional(),
  OIDC_CLIENT_ID: optionalText,
  OIDC_CLIENT_SECRET: optionalText,
  SMTP_URL: urlWithProtocol(
    /^smtps?:$/,
    'an address such as smtps://user:password@mail.example.com',
  ).optional(),
  MAIL_FROM: text
    .refine((value) => /^[^\r\n]*@[^\r\n]+$/.test(value), 'a sender such as Portal <portal@example.com>')
    .optional(),
  S3_BUCKET: optionalText,
  S3_REGION: text.default('us-east-1'),
  S3_ENDPOINT: webOrigin.optional(),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  COMPANY_NAME: text.max(200, 'at most 200 characters').optional(),
  OFFICE_HOURS: optionalText,
  OFFICE_TIME_ZONE: text.refine(isTimeZone, 'a time zone such as America/New_York').optional(),
  TRUST_PROXY: text
    .transform((value) => value.split(',').map((part) => part.trim()))
    .refine(
      (parts) => parts.every(isAddressRange),
      'addresses or ranges with commas between, such as 10.0.0.0/8',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})

const settingsSchema = Environment.transform((given, context) => {
  const production = given.NODE_ENV === 'production'
  const demo = given.DEMO ?? (!production && given.DATABASE_URL === undefined)
  const addIssue = (name: keyof typeof given, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })

  if (demo && production) addIssue('DEMO', 'off in production')
  if (demo && !loopback.has(given.HOST)) {
    addIssue('DEMO', `off, or HOST a loopback address such as 127.0.0.1 (it is ${given.HOST})`)
  }
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL)
    addIssue('DATABASE_URL', 'set when DATABASE_OWNER_URL is set')
  if (production && !given.BASE_URL)
    addIssue('BASE_URL', 'set in production, such as https://portal.example.com')
  if (production && !given.COMPANY_NAME)
    addIssue('COMPANY_NAME', 'set in production: agreements and mails name it')
  if (given.OIDC_ISSUER && !given.OIDC_CLIENT_ID) addIssue('OIDC_CLIENT_ID', 'set when OIDC_ISSUER is set')
  if (production && given.OIDC_ISSUER?.startsWith('http:'))
    addIssue('OIDC_ISSUER', 'an https address in production')
  if (given.S3_ENDPOINT && !given.S3_BUCKET) addIssue('S3_BUCKET', 'set when S3_ENDPOINT is set')
  if (given.S3_ACCESS_KEY_ID && !given.S3_SECRET_ACCESS_KEY)
    addIssue('S3_SECRET_ACCESS_KEY', 'set when S3_ACCESS_KEY_ID is set')
  if (given.S3_SECRET_ACCESS_KEY && !given.S3_ACCESS_KEY_ID)
    addIssue('S3_ACCESS_KEY_ID', 'set when S3_SECRET_ACCESS_KEY is set')
  if (production && given.S3_ENDPOINT?.startsWith('http:'))
    addIssue('S3_ENDPOINT', 'an https address in production')
  if (production && !given.SMTP_URL)
    addIssue('SMTP_URL', 'set in production, such as smtps://user:password@mail.example.com')

  const officeHours =
    given.OFFICE_HOURS && given.OFFICE_TIME_ZONE
      ? readOfficeHours(given.OFFICE_HOURS, given.OFFICE_TIME_ZONE)
      : null
  if (given.OFFICE_HOURS && !given.OFFICE_TIME_ZONE)
    addIssue('OFFICE_TIME_ZONE', 'set when OFFICE_HOURS is set, such as America/New_York')
  else if (given.OFFICE_HOURS && !officeHours)
    addIssue('OFFICE_HOURS', 'days and times such as Mon-Fri 09:00-17:00, Sat 10:00-14:00')

  const hostInAddress = isIPv6(given.HOST) ? `[${given.HOST}]` : given.HOST
  return {
    production,
    port: given.PORT,
    host: given.HOST,
    /** Defaults to the address that the server listens on, which is final only once it listens (PORT may be 0). */
    baseUrl: given.BASE_URL ?? `http://${hostInAddress}:${given.PORT}`,
    baseUrlGiven: given.BASE_URL !== undefined,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: given.DATABASE_URL,
    /** The owner of the tables, where it is another role than that of `databaseUrl`. */
    databaseOwnerUrl: given.DATABASE_OWNER_URL,
    demo,
    adminEmail: given.ADMIN_EMAIL,
    allowSignUp: given.ALLOW_SIGN_UP,
    oidc:
      given.OIDC_ISSUER && given.OIDC_CLIENT_ID
        ? {
            issuer: given.OIDC_ISSUER,
            clientId: given.OIDC_CLIENT_ID,
            clientSecret: given.OIDC_CLIENT_SECRET,
          }
        : undefined,
    smtpUrl: given.SMTP_URL,
    s3: given.S3_BUCKET
      ? {
          bucket: given.S3_BUCKET,
          region: given.S3_REGION,
          endpoint: given.S3_ENDPOINT,
          credentials:
            given.S3_ACCESS_KEY_ID && given.S3_SECRET_ACCESS_KEY
              ? { accessKeyId: given.S3_ACCESS_KEY_ID, secretAccessKey: given.S3_SECRET_ACCESS_KEY }
              : undefined,
        }
      : undefined,
    mailFrom: given.MAIL_FROM ?? `Partner Portal <partner-portal@${mailHost(given.BASE_URL)}>`,
    companyName: given.COMPANY_NAME ?? 'Harborview Health Services',
    /** Office hours until an admin sets them in the portal. Null: none are shown. */
    officeHours,
    trustProxy: given.TRUST_PROXY,
    logLevel: given.LOG_LEVEL,
  }
})

// Mail servers reject the bare domain "localhost".
const mailHost = (baseUrl: string | undefined) => {
  const host = baseUrl ? new URL(baseUrl).hostname : 'localhost'
  return /^[^.]+$|^[\d.]+$|:/.test(host) ? 'localhost.localdomain' : host
}

export type Settings = z.output<typeof settingsSchema>

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws StartError naming each wrong setting and what would be right.
 */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const result = settingsSchema.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map(
    ({ path, message }) => `${path.join('.')} is not right: it must be ${message}.`,
  )
  throw new StartError(lines.join('\n'))
}
