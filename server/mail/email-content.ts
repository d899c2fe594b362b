import type { EmailSwitch } from '#contract/notifications/kinds.ts'

/** The content of an email, in reading order. */
export interface EmailContent {
  heading: string
  paragraphs: string[]
  /** Each leads to what it names. */
  items?: { label: string; detail?: string; url: string }[]
  /** Shown large, to be typed. */
  code?: string
  action?: { label: string; url: string }
  /** Beside it, less prominent. */
  secondAction?: { label: string; url: string }
  footnote?: string
  /** Where its reader unsubscribes from emails of its kind. `deliver` adds it. */
  unsubscribe?: string
  /** The ids of the users whom it names besides its reader: what it says is erased with them. Not rendered. */
  about?: string[]
  /** What its reader unsubscribes from, where its type alone does not say so. Not rendered. */
  switches?: EmailSwitch[]
}

// They would turn around what stands beside a name, such as an address.
const overrides = /[\u202a-\u202e\u2066-\u2069]/gu

/** Text in which no character sets the direction of others. */
export const withoutOverrides = (text: string) => text.replaceAll(overrides, '')

/** Text without line breaks. */
export const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim()

/** Text of at most about so many characters. */
export const shortened = (text: string, max: number) =>
  text.length > max ? `${text.slice(0, max).toWellFormed().trimEnd()}…` : text

const itemText = ({ label, detail, url }: { label: string; detail?: string; url: string }) =>
  [`• ${oneLine(label)}`, ...(detail ? [`  ${oneLine(detail)}`] : []), `  ${url}`].join('\n')

const linkText = ({ label, url }: { label: string; url: string }) => `${label}: ${url}`

/** The links at the foot of an email from which its reader can unsubscribe. */
export const footLinks = (unsubscribe: string) => [
  { label: 'Unsubscribe from these emails', url: unsubscribe },
  { label: 'Email settings', url: new URL('/?account=notifications', unsubscribe).href },
]

/** An email as text. */
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
