import type { DigestContent } from '#contract/notifications/digest.ts'
import type { EmailContent } from '#server/mail/email-content.ts'
import { linkTo } from '#server/mail/links.ts'

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

/** Returns the content of the email of a weekly digest. */
export const digestEmail = (heading: string, digest: DigestContent, baseUrl: string): EmailContent => ({
  heading,
  paragraphs: [summary(digest)],
  items: [
    ...digest.agreements.map(({ id, documentName }) => ({
      label: `To sign: ${documentName}`,
      url: `${baseUrl}${linkTo.agreement(id)}`,
    })),
    ...digest.tasks.map(({ id, name, due, isOverdue }) => ({
      label: name,
      detail: `${isOverdue ? 'Overdue since' : 'Due'} ${due}`,
      url: `${baseUrl}${linkTo.task(id)}`,
    })),
    ...digest.activations.map(({ id, name, date }) => ({
      label: name,
      detail: date,
      url: `${baseUrl}${linkTo.activation(id)}`,
    })),
    ...digest.resources.map(({ id, title }) => ({
      label: title,
      detail: 'New file',
      url: `${baseUrl}${linkTo.resource(id)}`,
    })),
  ],
  action: { label: 'Open the portal', url: `${baseUrl}${linkTo.home}` },
})
