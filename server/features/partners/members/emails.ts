import type { EmailContent } from '#server/mail/email-content.ts'

export const invitationSubject = 'You are invited to the Partner Portal'

interface Invitation {
  businessName: string
  /** The name of the inviter; null for the partner team. */
  invitedBy: string | null
  canSign: boolean
  email: string
}

export const invitationEmail = (
  companyName: string,
  { businessName, invitedBy, canSign, email }: Invitation,
  url: string,
): EmailContent => ({
  heading: `Join ${businessName} in the Partner Portal`,
  paragraphs: [
    `${invitedBy ?? `The partner team of ${companyName}`} invited you to ${businessName} in the Partner Portal of ${companyName}. You will find tasks, events and materials there, and chat with the partner team.`,
    ...(canSign ? [`You may also read and sign agreements for ${businessName}.`] : []),
    `Members read earlier messages and files of ${businessName}.`,
    `Sign in with this email address, ${email}, and accept the invitation. You don't need a password.`,
  ],
  action: { label: 'Open the invitation', url },
  footnote: "If you didn't expect this invitation, you can ignore this email.",
})

export const ownershipSubject = 'You can become the owner of a partner'

export const ownershipEmail = (
  { businessName, invitedBy }: Pick<Invitation, 'businessName' | 'invitedBy'>,
  url: string,
): EmailContent => ({
  heading: `Become the owner of ${businessName}`,
  paragraphs: [
    `${invitedBy ?? 'The owner'} offers you to become the owner of ${businessName} in the Partner Portal.`,
    'The owner signs agreements, invites people and decides who may sign. The present owner stays a member.',
  ],
  action: { label: 'Open the offer', url },
  footnote: 'Nothing changes until you accept.',
})
