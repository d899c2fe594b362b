import type { EmailContent } from '#server/mail/email-content.ts'

/** The changes of how a user signs in that the user is emailed about. */
export const accountChanges = [
  'passkey.added',
  'passkey.removed',
  'passkey.reset',
  'recovery_code.created',
  'recovery_code.used',
] as const
export type AccountChange = (typeof accountChanges)[number]

export const changeSubjects: Record<AccountChange, string> = {
  'passkey.added': 'A passkey was added to your account',
  'passkey.removed': 'A passkey was removed from your account',
  'passkey.reset': 'Your passkeys were reset',
  'recovery_code.created': 'New recovery codes for your account',
  'recovery_code.used': 'A recovery code was used on your account',
}

const texts: Record<AccountChange, (passkey: string) => string> = {
  'passkey.added': (passkey) =>
    `The passkey "${passkey}" was added to your Partner Portal account. You can now sign in with it.`,
  'passkey.removed': (passkey) =>
    `The passkey "${passkey}" was removed from your Partner Portal account. You can no longer sign in with it.`,
  'passkey.reset': () =>
    'An admin removed all passkeys and recovery codes from your Partner Portal account and signed you out everywhere. Sign in again to set up a new passkey.',
  'recovery_code.created': () =>
    'New recovery codes were created for your Partner Portal account. Earlier codes no longer work.',
  'recovery_code.used': () =>
    'Someone used a recovery code instead of a passkey on your Partner Portal account. That code no longer works.',
}

const notYou: Partial<Record<AccountChange, string>> = {
  'passkey.reset': "If you didn't ask for this, contact the partner team right away.",
}

/** @param name the name of the passkey; empty for changes that are not about one passkey */
export const changeEmail = (change: AccountChange, name: string, url: string): EmailContent => ({
  heading: changeSubjects[change],
  paragraphs: [texts[change](name)],
  action: { label: 'Open the portal', url },
  footnote: notYou[change] ?? "If this wasn't you, contact the partner team right away.",
})
