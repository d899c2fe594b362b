import { isIPv4, isIPv6 } from 'node:net'
import { z } from 'zod'

export const text = z.string().trim().min(1)
export const optionalText = text.optional()
export const booleanSetting = z
  .enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], { error: 'on or off' })
  .transform((value) => ['on', 'true', '1', 'yes'].includes(value))

// Emails are counted and sent again within a week, and no page is older than its session, so data must be kept for at least a week.
const daysRule = 'a number of days, at least 7'
export const days = z.coerce.number({ error: daysRule }).int(daysRule).min(7, daysRule).max(36_500, daysRule)

/** A whole number from `min` to `max`, both inclusive. */
export const wholeNumber = (min: number, max: number, rule: string) =>
  z.coerce.number({ error: rule }).int(rule).min(min, rule).max(max, rule)

export const urlWithProtocol = (protocols: RegExp, what: string) =>
  text.refine((value) => protocols.test(URL.parse(value)?.protocol ?? ''), what)

export const webOrigin = text
  .refine((value) => {
    const url = URL.parse(value)
    return url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash
  }, 'an address such as https://portal.example.com, without a path')
  .transform((value) => new URL(value).origin)

export const isAddressRange = (value: string) => {
  const [address = '', bits, ...rest] = value.split('/')
  const maxBits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return (
    maxBits > 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= maxBits))
  )
}

// In tokens of these endpoints, the issuer is the user's own tenant, whose administrators can set any email address.
const sharedTenants = /^\/(common|organizations|consumers)(\/|$)/

/** The addresses of OpenID issuers, separated by commas, exactly as in their tokens. */
export const issuers = text
  .transform((value) => value.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => /^https?:$/.test(URL.parse(part)?.protocol ?? '')),
    'addresses of issuers with commas between, such as https://login.example.com',
  )
  .refine(
    (parts) => !parts.some((part) => sharedTenants.test(URL.parse(part)?.pathname ?? '')),
    'issuers of one tenant each, with its id: anyone can create a tenant with the email addresses of others',
  )
