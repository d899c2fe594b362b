import type { EmailContent } from '#server/mail/email-content.ts'

export const welcomeSubject = 'Welcome to the Partner Portal'

/** @param personalLine a text of the sender; null for none */
export const welcomeEmail = (
  companyName: string,
  person: { email: string },
  url: string,
  personalLine: string | null = null,
): EmailContent => ({
  heading: welcomeSubject,
  paragraphs: [
    `${companyName} invited you to its Partner Portal. Find your agreements, materials and tasks there, and chat with the partner team.`,
    ...(personalLine?.split(/\n+/) ?? []),
    `Sign in with this email address, ${person.email}. You don't need a password.`,
  ],
  action: { label: 'Sign in', url },
  footnote: "If you didn't expect this invitation, you can ignore this email.",
})

export const emailChangedSubject = 'The email address of your account was changed'

/** The email to the former address, which may be someone else's by mistake, so it does not contain the new address. */
export const emailChangedEmail = (): EmailContent => ({
  heading: emailChangedSubject,
  paragraphs: [
    'The partner team changed the email address of your Partner Portal account. The account was signed out everywhere, and you can no longer sign in with this address.',
  ],
  footnote: "If you didn't ask for this, contact the partner team right away.",
})
