import type { DigestContent } from '#contract/notifications/digest.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { forPartner, linkTo } from '#server/mail/links.ts'

const counted = (count: number, one: string, several: string) =>
  count === 1 ? `1 ${one}` : `${count} ${several}`

/** Returns the line above the list, with the number of entries of each kind. */
const summary = ({ taskCount, agreementCount, activationCount, resourceCount }: DigestContent) =>
  [
    taskCount > 0 && counted(taskCount, 'task due this week or overdue', 'tasks due this week or overdue'),
    agreementCount > 0 && counted(agreementCount, 'agreement to sign', 'agreements to sign'),
    activationCount > 0 &&
      counted(activationCount, 'activation in the next two weeks', 'activations in the next two weeks'),
    resourceCount > 0 && counted(resourceCount, 'new file', 'new files'),
  ]
    .filter(Boolean)
    .join(' · ')

/** Returns the content of the email of a weekly digest. For a user of several partners, each item names its partner and opens for it. */
export const digestEmail = (heading: string, digest: DigestContent, baseUrl: string): EmailContent => {
  const itemOf = (
    label: string,
    path: string,
    { partnerId, businessName }: DigestContent['tasks' | 'agreements' | 'activations'][number],
    detail?: string,
  ) => ({
    label: businessName ? `${label} · ${businessName}` : label,
    ...(detail !== undefined && { detail }),
    url: `${baseUrl}${businessName ? forPartner(path, partnerId) : path}`,
  })
  return {
    heading,
    paragraphs: [summary(digest)],
    items: [
      ...digest.agreements.map((own) =>
        itemOf(`To sign: ${own.documentName}`, linkTo.agreement(own.id), own),
      ),
      ...digest.tasks.map((own) =>
        itemOf(own.name, linkTo.task(own.id), own, `${own.isOverdue ? 'Overdue since' : 'Due'} ${own.due}`),
      ),
      ...digest.activations.map((own) => itemOf(own.name, linkTo.activation(own.id), own, own.date)),
      ...digest.resources.map(({ id, title, partnerIds, namesPartner }) => ({
        label: title,
        detail: 'New file',
        url: `${baseUrl}${forPartner(linkTo.resource(id), namesPartner ? partnerIds?.[0] : null)}`,
      })),
    ],
    action: { label: 'Open the portal', url: `${baseUrl}${linkTo.home}` },
  }
}
