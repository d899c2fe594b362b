import type { EmailContent } from '#server/mail/email-content.ts'

export const welcomeSubject = 'Welcome to the Partner Portal'

export const welcomeEmail = (companyName: string, person: { email: string }, url: string): EmailContent => ({
  heading: welcomeSubject,
  paragraphs: [
    `${companyName} has invited you to its Partner Portal: agreements, materials, tasks and a line to the partner team in one place.`,
    `Sign in with this email address, ${person.email}. There is no password to remember.`,
  ],
  action: { label: 'Sign in', url },
  footnote: "If you didn't expect this email, ignore it: nobody can sign in without it.",
})
