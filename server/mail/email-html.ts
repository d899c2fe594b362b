import { type EmailContent, footLinks, withoutOverrides } from './email-content.ts'

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string) =>
  withoutOverrides(text).replace(/[&<>"']/g, (character) => escapes[character] ?? '')

// Mail programs that drop the style sheet use the inline styles, which are those of the light theme.
const darkStyle = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.page{background:#101614!important;color:#e7ecea!important}
.card{background:#18201e!important;border-color:#303b38!important}
.muted{color:#a3b0ac!important}
.link{color:#7ecbcd!important}
.button{background:#7ecbcd!important;color:#06282a!important}
}
@media (max-width:480px){.page{padding:16px 12px!important}.card{padding:24px 20px 8px!important}}`

const breaks = 'overflow-wrap:anywhere;word-break:break-word'

const paragraph = (text: string, { style = '', className = '' } = {}) =>
  `<p${className && ` class="${className}"`} style="margin:0 0 16px;${style}">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`

const link = ({ label, url }: { label: string; url: string }, style = '') =>
  `<a class="link" href="${escapeHtml(url)}" style="color:#0f5e63;${style}">${escapeHtml(label)}</a>`

const mutedStyle = 'color:#5d6a67;font-size:13px'

const itemHtml = ({ label, detail, url }: NonNullable<EmailContent['items']>[number]) =>
  `<li style="margin:0 0 12px">${link({ label, url })}${detail ? `<br><span class="muted" style="${mutedStyle}">${escapeHtml(detail).replaceAll('\n', '<br>')}</span>` : ''}</li>`

const codeStyle =
  'font-family:ui-monospace,monospace;font-size:28px;font-weight:600;letter-spacing:.05em;white-space:nowrap'

const buttonHtml = ({ label, url }: { label: string; url: string }) =>
  `<p style="margin:0 0 16px"><a class="button" href="${escapeHtml(url)}" style="display:inline-block;padding:12px 20px;background:#0f5e63;color:#fff;text-decoration:none;border-radius:6px">${escapeHtml(label)}</a></p>`

/** Renders an email as HTML. Every value is plain text and gets escaped. */
export const renderHtml = (
  { heading, paragraphs, items, code, action, secondAction, footnote, unsubscribe }: EmailContent,
  companyName: string,
) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(heading)}</title>
<style>${darkStyle}</style></head>
<body class="page" style="margin:0;padding:32px 16px;background:#f7f6f3;color:#1b2624;font:16px/1.5 system-ui,sans-serif">
<div class="card" style="max-width:480px;margin:0 auto;padding:32px 32px 16px;background:#fff;border:1px solid #e3e0d8;border-radius:12px;${breaks}">
<h1 style="margin:0 0 16px;font-size:20px;line-height:1.3">${escapeHtml(heading)}</h1>
${paragraphs.map((text) => paragraph(text)).join('\n')}
${items?.length ? `<ul style="margin:0 0 16px;padding:0 0 0 20px">${items.map(itemHtml).join('\n')}</ul>` : ''}
${code ? paragraph(code, { style: codeStyle }) : ''}
${action ? buttonHtml(action) : ''}
${secondAction ? `<p style="margin:0 0 16px">${link(secondAction)}</p>` : ''}
${footnote ? paragraph(footnote, { style: mutedStyle, className: 'muted' }) : ''}
</div>
<p class="muted" style="max-width:480px;margin:16px auto 0;${mutedStyle};${breaks}">${escapeHtml(companyName)} · Partner Portal</p>
${
  unsubscribe
    ? `<p style="max-width:480px;margin:8px auto 0;font-size:13px">${footLinks(unsubscribe)
        .map((each) => link(each))
        .join(' &nbsp; ')}</p>`
    : ''
}
</body></html>`
