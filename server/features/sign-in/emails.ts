import { codeMinutes, notInvitedMessage } from '#contract/sign-in.ts'
import type { EmailContent } from '#server/mail/email-content.ts'

// One subject for both letters, and no code in it: the mail log keeps subjects.
export const signInSubject = 'Signing in to the Partner Portal'

export const signInEmail = (code: string, url: string): EmailContent => ({
  heading: 'Your sign-in code',
  paragraphs: [
    `Enter this code in the window in which you asked for it. It works for ${codeMinutes} minutes, once. Only the newest code works.`,
  ],
  code,
  action: { label: 'Sign in with this link', url },
  footnote:
    'The link works in the browser in which you asked for it. If you did not ask to sign in, leave this mail alone: nobody gets in without it.',
})

export const notInvitedEmail = (): EmailContent => ({
  heading: 'No account for this e-mail',
  paragraphs: [
    'Someone, probably you, asked to sign in to the Partner Portal with this e-mail.',
    notInvitedMessage,
  ],
  footnote: 'If it was not you, leave this mail alone.',
})
