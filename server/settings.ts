import { isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import type { z } from 'zod'
import { encryptionProblem, withEncryption } from '#server/db/encryption.ts'
import { Environment } from '#server/environment.ts'
import { readOfficeHours } from '#server/features/chat/office-hours/office-hours-setting.ts'
import { isLoopback } from '#server/loopback.ts'
import { withSecretFiles } from '#server/secret-files.ts'
import { canUsePasskeys, contactUri, mailHost } from '#server/setting-addresses.ts'
import { StartError } from '#server/start-error.ts'

const sharedSettings: (keyof z.output<typeof Environment>)[] = [
  'TRUST_PROXY',
  'SMTP_URL',
  'OIDC_ISSUER',
  'S3_BUCKET',
]

type Given = z.output<typeof Environment>

const isTraced = (given: Given) =>
  !given.OTEL_SDK_DISABLED &&
  given.OTEL_TRACES_EXPORTER === 'otlp' &&
  (given.OTEL_EXPORTER_OTLP_ENDPOINT ?? given.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined

const sampleRatioOf = ({ OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: ratio }: Given) => {
  if (sampler.endsWith('always_off')) return 0
  return sampler.endsWith('traceidratio') ? ratio : 1
}

const settingsSchema = Environment.transform((given, context) => {
  const production = given.NODE_ENV === 'production'
  const addIssue = (name: keyof typeof given, message: string) =>
    context.addIssue({ code: 'custom', path: [name], message })

  // Anyone who reaches the demo is its admin, so a setting that lets others reach it forbids the demo.
  const sharedBy = sharedSettings.filter((name) => given[name] !== undefined)
  if (given.BASE_URL && !isLoopback(new URL(given.BASE_URL).hostname)) sharedBy.unshift('BASE_URL')
  const demo = given.DEMO ?? (!production && given.DATABASE_URL === undefined && sharedBy.length === 0)
  if (demo && production) addIssue('DEMO', 'off in production')
  else if (demo && sharedBy.length > 0) {
    addIssue('DEMO', `off: with ${sharedBy.join(', ')} other machines can reach the portal`)
  }
  if (demo && !isLoopback(given.HOST)) {
    addIssue('DEMO', `off, or HOST a loopback address such as 127.0.0.1 (it is ${given.HOST})`)
  }
  if (given.BASE_URL?.startsWith('https:') && !given.TRUST_PROXY) {
    addIssue(
      'TRUST_PROXY',
      'set when BASE_URL is https: the addresses of the proxies in front, such as 10.0.0.0/8, or none if no proxy adds X-Forwarded-For',
    )
  }
  for (const name of ['DATABASE_LISTEN_URL', 'DATABASE_OWNER_URL'] as const) {
    if (given[name] && !given.DATABASE_URL) addIssue('DATABASE_URL', `set when ${name} is set`)
  }
  if (production && !given.BASE_URL)
    addIssue('BASE_URL', 'set in production, such as https://portal.example.com')
  const passkeysRequired = given.PASSKEYS_REQUIRED ?? production
  const isPlain = given.BASE_URL?.startsWith('http:') && !isLoopback(new URL(given.BASE_URL).hostname)
  if (production && isPlain) {
    addIssue('BASE_URL', 'an https address in production: sessions and codes would be readable in transit')
  } else if (passkeysRequired && given.BASE_URL && !canUsePasskeys(given.BASE_URL)) {
    addIssue(
      'PASSKEYS_REQUIRED',
      'off, or BASE_URL an https address with a host name: browsers use passkeys nowhere else',
    )
  }
  if (production && !given.COMPANY_NAME)
    addIssue('COMPANY_NAME', 'set in production: agreements and emails name it')
  if (given.OIDC_ISSUER && !given.OIDC_CLIENT_ID) addIssue('OIDC_CLIENT_ID', 'set when OIDC_ISSUER is set')
  if (given.OIDC_TRUSTED_ISSUERS.length > 0 && !given.OIDC_ISSUER)
    addIssue('OIDC_ISSUER', 'set when OIDC_TRUSTED_ISSUERS is set')
  if (production && given.OIDC_ISSUER?.startsWith('http:'))
    addIssue('OIDC_ISSUER', 'an https address in production')
  if (given.SIGNING_P12_PASSWORD && !given.SIGNING_P12)
    addIssue('SIGNING_P12', 'set when SIGNING_P12_PASSWORD is set')
  if (given.S3_ENDPOINT && !given.S3_BUCKET) addIssue('S3_BUCKET', 'set when S3_ENDPOINT is set')
  if (given.S3_ACCESS_KEY_ID && !given.S3_SECRET_ACCESS_KEY)
    addIssue('S3_SECRET_ACCESS_KEY', 'set when S3_ACCESS_KEY_ID is set')
  if (given.S3_SECRET_ACCESS_KEY && !given.S3_ACCESS_KEY_ID)
    addIssue('S3_ACCESS_KEY_ID', 'set when S3_SECRET_ACCESS_KEY is set')
  for (const name of ['DATABASE_URL', 'DATABASE_LISTEN_URL', 'DATABASE_OWNER_URL'] as const) {
    const problem = given[name] && production && encryptionProblem(given[name])
    if (problem) addIssue(name, problem)
  }
  if (production && given.S3_ENDPOINT?.startsWith('http:'))
    addIssue('S3_ENDPOINT', 'an https address in production')
  if (production && !given.SMTP_URL)
    addIssue('SMTP_URL', 'set in production, such as smtps://user:password@mail.example.com')

  const scanner = given.CLAMAV_URL && new URL(given.CLAMAV_URL)
  if (production && scanner && scanner.protocol === 'tcp:' && !isLoopback(scanner.hostname)) {
    addIssue(
      'CLAMAV_URL',
      'a Unix socket or an address of this machine in production: clamd has no encryption, and the files would be readable in transit',
    )
  }
  const auditLogTo = given.AUDIT_LOG_TO
  if (production && auditLogTo?.kind === 'syslog' && !auditLogTo.isEncrypted && !isLoopback(auditLogTo.host))
    addIssue('AUDIT_LOG_TO', 'a syslog+tls address in production: the log names people')

  const officeHours =
    given.OFFICE_HOURS && given.OFFICE_TIME_ZONE
      ? readOfficeHours(given.OFFICE_HOURS, given.OFFICE_TIME_ZONE)
      : null
  if (given.OFFICE_HOURS && !given.OFFICE_TIME_ZONE)
    addIssue('OFFICE_TIME_ZONE', 'set when OFFICE_HOURS is set, such as America/New_York')
  else if (given.OFFICE_HOURS && !officeHours)
    addIssue('OFFICE_HOURS', 'days and times such as Mon-Fri 09:00-17:00, Sat 10:00-14:00')

  const mailFrom = given.MAIL_FROM ?? `Partner Portal <partner-portal@${mailHost(given.BASE_URL)}>`
  const encrypted = (url: string | undefined) => (url && production ? withEncryption(url) : url)
  const hostInAddress = isIPv6(given.HOST) ? `[${given.HOST}]` : given.HOST
  return {
    production,
    port: given.PORT,
    // With the name `localhost`, Fastify would listen twice, and the second time without the limits on connections.
    host: given.HOST === 'localhost' ? '127.0.0.1' : given.HOST,
    /** Defaults to the address that the server listens on, which is only known once it listens, since PORT may be 0. */
    baseUrl: given.BASE_URL ?? `http://${hostInAddress}:${given.PORT}`,
    baseUrlGiven: given.BASE_URL !== undefined,
    dataDir: resolve(given.DATA_DIR),
    databaseUrl: encrypted(given.DATABASE_URL),
    /** If `databaseUrl` uses a pooler in transaction mode: the same database without one, or through one in session mode. */
    databaseListenUrl: encrypted(given.DATABASE_LISTEN_URL),
    /** The URL for the owner of the tables, if that is another role than that of `databaseUrl`. */
    databaseOwnerUrl: encrypted(given.DATABASE_OWNER_URL),
    demo,
    adminEmail: given.ADMIN_EMAIL,
    allowSignUp: given.ALLOW_SIGN_UP,
    oidc:
      given.OIDC_ISSUER && given.OIDC_CLIENT_ID
        ? {
            issuer: given.OIDC_ISSUER,
            clientId: given.OIDC_CLIENT_ID,
            clientSecret: given.OIDC_CLIENT_SECRET,
            /** The issuers whose email addresses count as verified without the claim `email_verified`. */
            trustedIssuers: given.OIDC_TRUSTED_ISSUERS,
            /** Whether signing out also ends the session at the provider. */
            signOut: given.OIDC_SIGN_OUT,
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
    mailFrom,
    /** The address of clamd. Without it, uploads are not scanned. */
    clamavUrl: given.CLAMAV_URL,
    /** The URI for reports of vulnerabilities. */
    securityContact: contactUri(given.SECURITY_CONTACT ?? mailFrom),
    companyName: given.COMPANY_NAME ?? 'Harborview Health Services',
    /** The office hours until an admin sets them in the portal. Null: none are shown. */
    officeHours,
    /** How many days each is kept; undefined means forever. */
    emailLogDays: given.EMAIL_LOG_DAYS,
    closedConversationDays: given.CLOSED_CONVERSATION_DAYS,
    trustProxy: given.TRUST_PROXY,
    /** How long the server keeps serving after the signal to stop, so that proxies notice. 0 in development, where nobody has to wait. */
    shutdownDelayMs: (given.SHUTDOWN_DELAY ?? (production ? 5 : 0)) * 1000,
    /** How many calls of each cost a user may make in a minute. */
    budgets: given.BUDGETS,
    /** The destination to which new events of the audit log are sent. */
    auditLogTo,
    /** How many days the audit log keeps events of sessions. */
    signInEventDays: given.SIGN_IN_EVENT_DAYS,
    /** Whether staff must have a passkey, and how many days they have after becoming staff. */
    passkeys: { required: passkeysRequired, graceDays: given.PASSKEY_GRACE_DAYS },
    /** The certificate and key that seal signed agreements, as a PKCS#12 file. Without it, the portal creates its own. */
    signingP12: given.SIGNING_P12
      ? { path: resolve(given.SIGNING_P12), password: given.SIGNING_P12_PASSWORD ?? '' }
      : undefined,
    timestampUrl: given.TSA_URL,
    /** The address of the operator, who is notified of problems that staff cannot fix, and gets the daily head of all evidence. */
    operatorEmail: given.OPERATOR_EMAIL ?? given.ADMIN_EMAIL,
    /** Whether webhooks may go to this machine and private networks, and without encryption. */
    webhookPrivateAddresses: given.WEBHOOK_PRIVATE_ADDRESSES,
    /** The token that allows reading `/metrics`. Without it, nothing is measured. */
    metricsToken: given.METRICS_TOKEN,
    /** The sampling of traces; OpenTelemetry itself reads their destination. Undefined: nothing is traced. */
    traces: isTraced(given) ? { sampleRatio: sampleRatioOf(given) } : undefined,
    logLevel: given.LOG_LEVEL,
  }
})

export type Settings = z.output<typeof settingsSchema>

/**
 * Reads the settings from environment variables. An empty variable counts as not set.
 * @throws StartError that names each wrong setting and a right value
 */
export const readSettings = (environment: Record<string, string | undefined>): Settings => {
  const all = withSecretFiles(environment)
  const given = Object.fromEntries(Object.entries(all).filter(([, value]) => value?.trim()))
  const result = settingsSchema.safeParse(given)
  if (result.success) return result.data
  const lines = result.error.issues.map(
    ({ path, message }) => `${path.join('.')} is not right: it must be ${message}.`,
  )
  throw new StartError(lines.join('\n'))
}
