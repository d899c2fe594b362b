import { z } from 'zod'
import { isTimeZone } from '#contract/time-zones.ts'
import { readReceiverAddress } from '#server/features/audit-log/sending/receiver.ts'
import { defaultBudgets, readBudgets } from '#server/http/budgets.ts'
import {
  booleanSetting,
  days,
  isAddressRange,
  issuers,
  optionalText,
  text,
  urlWithProtocol,
  webOrigin,
  wholeNumber,
} from '#server/setting-types.ts'

const collectorAddress = 'the address of a collector, such as http://127.0.0.1:4318'
const otlpProtocol = z.literal('http/json', 'http/json: the portal sends traces only in this format')
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
const shareOfTraces = 'a share of traces from 0 to 1'

/** The environment variables that are settings. Each is checked on its own. */
export const Environment = z.object({
  NODE_ENV: optionalText,
  PORT: wholeNumber(0, 65_535, 'a port number from 0 to 65535').default(5000),
  HOST: text.default('127.0.0.1'),
  BASE_URL: webOrigin.optional(),
  DATA_DIR: text.default('./data'),
  DATABASE_URL: urlWithProtocol(
    /^postgres(ql)?:$/,
    'an address such as postgres://user:password@host:5432/portal',
  ).optional(),
  DATABASE_LISTEN_URL: urlWithProtocol(
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
  OIDC_TRUSTED_ISSUERS: issuers.default([]),
  OIDC_SIGN_OUT: booleanSetting.default(true),
  SMTP_URL: urlWithProtocol(
    /^smtps?:$/,
    'an address such as smtps://user:password@mail.example.com',
  ).optional(),
  MAIL_FROM: text
    .refine(
      (value) => !/[\r\n]/.test(value) && /@./.test(value),
      'a sender such as Portal <portal@example.com>',
    )
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
    .transform((value) => (value === 'none' ? [] : value.split(',').map((part) => part.trim())))
    .refine(
      (parts) => parts.every(isAddressRange),
      'addresses or ranges with commas between, such as 10.0.0.0/8, or none',
    )
    .optional(),
  SHUTDOWN_DELAY: wholeNumber(0, 300, 'a number of seconds from 0 to 300').optional(),
  EMAIL_LOG_DAYS: days.default(180),
  CLOSED_CONVERSATION_DAYS: days.optional(),
  CLAMAV_URL: urlWithProtocol(
    /^(tcp|unix):$/,
    'the address of clamd, such as tcp://127.0.0.1:3310 or unix:/run/clamav/clamd.ctl',
  ).optional(),
  PASSKEYS_REQUIRED: booleanSetting.optional(),
  PASSKEY_GRACE_DAYS: wholeNumber(0, 90, 'a number of days from 0 to 90').default(7),
  SECURITY_CONTACT: z.union([z.email(), z.httpUrl()], 'an email address or a web address').optional(),
  BUDGETS: text
    .transform((value, context) => {
      const budgets = readBudgets(value)
      if (budgets) return budgets
      context.addIssue({
        code: 'custom',
        message: 'calls a minute, such as search=300 export=20 import=20 upload=600',
      })
      return z.NEVER
    })
    .default(defaultBudgets),
  AUDIT_LOG_TO: text
    .transform((value, context) => {
      const address = readReceiverAddress(value)
      if (address) return address
      const examples = 'file:/var/log/portal/audit.jsonl or syslog+tls://logs.example.com:6514'
      context.addIssue({ code: 'custom', message: `an address such as ${examples}` })
      return z.NEVER
    })
    .optional(),
  SIGN_IN_EVENT_DAYS: wholeNumber(30, 36_500, 'a number of days from 30').default(400),
  SIGNING_P12: optionalText,
  SIGNING_P12_PASSWORD: optionalText,
  TSA_URL: urlWithProtocol(
    /^https?:$/,
    'the address of a timestamp server (RFC 3161), such as http://timestamp.example.com',
  ).optional(),
  WEBHOOK_PRIVATE_ADDRESSES: booleanSetting.default(false),
  OPERATOR_EMAIL: z.email('an email address').optional(),
  METRICS_TOKEN: text
    .regex(/^[\x21-\x7e]{16,}$/, 'at least 16 letters, digits or symbols, without spaces')
    .optional(),
  OTEL_SDK_DISABLED: booleanSetting.default(false),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], 'otlp or none').default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: urlWithProtocol(/^https?:$/, collectorAddress).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: urlWithProtocol(/^https?:$/, collectorAddress).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol.optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol.optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `one of ${samplers.join(', ')}`).default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number(shareOfTraces)
    .min(0, shareOfTraces)
    .max(1, shareOfTraces)
    .default(1),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
})
