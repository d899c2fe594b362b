/** The content of an email, in reading order. */
export interface EmailContent {
  heading: string
  paragraphs: string[]
  /** Shown large, to be typed. */
  code?: string
  action?: { label: string; url: string }
  /** Beside it, less prominent. */
  secondAction?: { label: string; url: string }
  footnote?: string
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character] ?? '')

/** The two bodies of an email. Every value is plain text and gets escaped. */
export const renderEmail = (content: EmailContent, companyName: string) => ({
  text: [
    content.heading,
    ...content.paragraphs,
    content.code,
    content.action && `${content.action.label}: ${content.action.url}`,
    content.secondAction && `${content.secondAction.label}: ${content.secondAction.url}`,
    content.footnote,
    `${companyName} · Partner Portal`,
  ]
    .filter(Boolean)
    .join('\n\n'),
  html: renderHtml(content, companyName),
})

// Mail programs drop style sheets, so styles are inline.
const renderHtml = (
  { heading, paragraphs, code, action, secondAction, footnote }: EmailContent,
  companyName: string,
) => {
  const paragraph = (text: string, style = '') =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:32px 16px;background:#f7f6f3;color:#1b2624;font:16px/1.5 system-ui,sans-serif">
<div style="max-width:480px;margin:0 auto;padding:32px;background:#fff;border:1px solid #e3e0d8;border-radius:12px">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => paragraph(text)).join('\n')}
${code ? paragraph(code, 'font-family:ui-monospace,monospace;font-size:28px;font-weight:600;letter-spacing:.05em;white-space:nowrap') : ''}
${action ? `<p style="margin:0 0 16px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:12px 20px;background:#0f5e63;color:#fff;text-decoration:none;border-radius:6px">${escapeHtml(action.label)}</a></p>` : ''}
${secondAction ? `<p style="margin:0 0 16px"><a href="${escapeHtml(secondAction.url)}" style="color:#0f5e63">${escapeHtml(secondAction.label)}</a></p>` : ''}
${footnote ? paragraph(footnote, 'color:#5d6a67;font-size:13px') : ''}
</div>
<p style="max-width:480px;margin:16px auto 0;color:#5d6a67;font-size:13px">${escapeHtml(companyName)} · Partner Portal</p>
</body></html>`
}
