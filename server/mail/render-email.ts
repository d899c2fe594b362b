import { type EmailContent, renderText } from './email-content.ts'
import { renderHtml } from './email-html.ts'

/** Renders the two bodies of an email. */
export const renderEmail = (content: EmailContent, companyName: string) => ({
  text: renderText(content, companyName),
  html: renderHtml(content, companyName),
})
