import { codeMinutes, notInvitedMessage } from '#contract/sign-in.ts'
import type { EmailContent } from '#server/mail/email-content.ts'

// One subject for both emails, and without the code: the mail log stores subjects.
export const signInSubject = 'Sign in to the Partner Portal'

export const signInEmail = (code: string, url: string): EmailContent => ({
  heading: 'Your sign-in code',
  paragraphs: [
    `Enter this code on the sign-in page. It works once, within ${codeMinutes} minutes. Only the newest code works.`,
  ],
  code,
  action: { label: 'Sign in with this link', url },
  footnote:
    "Open the link in the browser where you requested it. If you didn't try to sign in, you can ignore this email. Nobody can sign in without it.",
})

export const notInvitedEmail = (): EmailContent => ({
  heading: 'No account for this email address',
  paragraphs: [
    'Someone, probably you, tried to sign in to the Partner Portal with this email address.',
    notInvitedMessage,
  ],
  footnote: "If it wasn't you, you can ignore this email.",
})
