import { codeMinutes, notInvitedMessage } from '#contract/sign-in.ts'
import type { EmailContent } from '#server/mail/email-content.ts'

// One subject for both emails, and without the code: the mail log stores subjects.
export const signInSubject = 'Signing in to the Partner Portal'

export const signInEmail = (code: string, url: string): EmailContent => ({
  heading: 'Your sign-in code',
  paragraphs: [
    `Enter this code where you asked for it. It works for ${codeMinutes} minutes, once. Only the newest code works.`,
  ],
  code,
  action: { label: 'Sign in with this link', url },
  footnote:
    "The link works in the browser in which you asked for it. If you didn't ask to sign in, ignore this email: nobody can sign in without it.",
})

export const notInvitedEmail = (): EmailContent => ({
  heading: 'No account for this email address',
  paragraphs: [
    'Someone, probably you, asked to sign in to the Partner Portal with this email address.',
    notInvitedMessage,
  ],
  footnote: "If it wasn't you, ignore this email.",
})
