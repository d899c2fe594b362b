import { optionalText } from '#contract/fields.ts'
import { limits } from '#contract/limits.ts'

/** The claims of an ID token or of the provider's user information. */
export type Claims = Record<string, unknown>

/**
 * What the provider reports about an email address: whether it has verified the address, nothing (`absent`), or a value that is not a
 * boolean (`other`). `none` means that it sent no usable address.
 */
export type EmailState = 'verified' | 'unverified' | 'absent' | 'other' | 'none'

export interface ProviderPerson {
  issuer: string
  subject: string
  /** The email address, only if the provider has verified it or is a trusted issuer. */
  email?: string | undefined
  emailState: EmailState
  firstName?: string | undefined
  lastName?: string | undefined
  /** The URL of the user's profile picture. */
  picture?: string | undefined
}

/** The sign-in cannot be matched to a user: nobody has this subject yet, and there is no verified email address. */
export class NoVerifiedEmail extends Error {
  readonly issuer: string
  readonly emailState: EmailState

  constructor({ issuer, emailState }: Pick<ProviderPerson, 'issuer' | 'emailState'>) {
    super('the OpenID provider sent no verified email address')
    this.issuer = issuer
    this.emailState = emailState
  }
}

// Names are stored like typed ones. A name that the portal would refuse is left out.
const storedName = optionalText(limits.name)
const name = (value: unknown) =>
  storedName.safeParse(typeof value === 'string' ? value.slice(0, limits.name) : null).data ?? undefined

// An address is never truncated: its beginning may be someone else's address.
const emailOf = (value: unknown) =>
  typeof value === 'string' && value && value.length <= limits.email ? value : undefined

const pictureAddress = (value: unknown) =>
  typeof value === 'string' && value.length <= limits.url && URL.parse(value)?.protocol === 'https:'
    ? value
    : undefined

const stateOf = (verified: unknown, isTrusted: boolean): EmailState => {
  if (verified === true) return 'verified'
  if (verified === false) return 'unverified'
  if (isTrusted && verified === 'false') return 'unverified'
  if (isTrusted && (verified === undefined || verified === 'true')) return 'verified'
  return verified === undefined ? 'absent' : 'other'
}

/** Whether user information could add a claim that the ID token lacks. */
export const isComplete = ({ email, email_verified, picture }: Claims) =>
  email !== undefined && email_verified !== undefined && picture !== undefined

/**
 * Returns who signed in, by the ID token and the provider's user information, which fills the gaps of the token.
 * @param trustedIssuers the issuers whose addresses count as verified without `email_verified`
 */
export const personOf = (
  claims: Claims & { iss: string; sub: string },
  info: Claims | undefined,
  trustedIssuers: string[],
): ProviderPerson => {
  const all: Claims = { ...info, ...claims }
  const email = emailOf(all.email)
  // Whether an address is verified counts only for the address in the same source.
  const source = claims.email === undefined || claims.email === info?.email ? all : claims
  const state = stateOf(source.email_verified, trustedIssuers.includes(claims.iss))
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: state === 'verified' ? email : undefined,
    emailState: email ? state : 'none',
    firstName: name(all.given_name),
    lastName: name(all.family_name),
    picture: pictureAddress(all.picture),
  }
}

const advice =
  'have it send email_verified as true or false, or list the issuer in OIDC_TRUSTED_ISSUERS if nobody can choose their own address there'

/** Log messages for a sign-in without a verified email address, with advice. They do not contain the address. */
export const describeEmailState: Record<Exclude<EmailState, 'verified'>, string> = {
  absent: `sign-in refused: the OpenID provider does not say whether the email address is verified: ${advice}`,
  other: `sign-in refused: the OpenID provider says whether the email address is verified by a value that is no boolean: ${advice}`,
  unverified:
    'sign-in refused: the OpenID provider says that the email address is not verified: verify it there',
  none: 'sign-in refused: the OpenID provider sent no email address: have it send the claim email for the scope email',
}
