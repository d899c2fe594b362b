import type { EmailSwitch } from '#contract/notifications/kinds.ts'

/** The content of an email, in reading order. */
export interface EmailContent {
  heading: string
  paragraphs: string[]
  /** Links, each with the name of its target. */
  items?: { label: string; detail?: string; url: string }[]
  /** A code that is shown in large type, for the reader to enter. */
  code?: string
  action?: { label: string; url: string }
  /** A second button beside `action`, less prominent. */
  secondAction?: { label: string; url: string }
  footnote?: string
  /** The page where the reader unsubscribes from emails of this kind. `deliver` adds it. */
  unsubscribe?: string
  /** The ids of the users whom the email names besides its reader. Erasing one of them erases the content. Not rendered. */
  about?: string[]
  /** What the reader unsubscribes from, if the email's type is not enough to know that. Not rendered. */
  switches?: EmailSwitch[]
}

// These characters would reverse the text beside a name, such as an address.
const overrides = /[\u202a-\u202e\u2066-\u2069]/gu

/** Removes the characters that change the direction of other text. */
export const withoutOverrides = (text: string) => text.replaceAll(overrides, '')

/** Replaces line breaks by spaces. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Shortens a text to about this many characters. */
export const shortened = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).toWellFormed().trimEnd()}…` : text

const itemText = ({ label, detail, url }: { label: string; detail?: string; url: string }) =>
  [`• ${oneLine(label)}`, ...(detail ? [`  ${oneLine(detail)}`] : []), `  ${url}`].join('\n')

const linkText = ({ label, url }: { label: string; url: string }) => `${label}: ${url}`

/** Returns the links at the foot of an email that lead to unsubscribing. */
export const footLinks = (unsubscribe: string) => [
  { label: 'Unsubscribe from these emails', url: unsubscribe },
  { label: 'Email settings', url: new URL('/?account=notifications', unsubscribe).href },
]

/** Renders an email as text. */
export const renderText = (content: EmailContent, companyName: string) =>
  withoutOverrides(
    [
      content.heading,
      ...content.paragraphs,
      ...(content.items ?? []).map(itemText),
      content.code,
      content.action && linkText(content.action),
      content.secondAction && linkText(content.secondAction),
      content.footnote,
      `${companyName} · Partner Portal`,
      content.unsubscribe && footLinks(content.unsubscribe).map(linkText).join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  )
