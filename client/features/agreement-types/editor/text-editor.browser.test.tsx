import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TooltipProvider } from '#client/ui/tooltip.tsx'
import { expectNoAxeViolations } from '#test/browser/axe.ts'
import { TextEditor } from './text-editor.tsx'

const labels = new Map([
  ['companyName', 'Our company'],
  ['event', 'Event Name(s)'],
])

/** The editor with its source beside it. */
function Editor({ begin }: { begin: string }) {
  const [source, setSource] = useState(begin)
  return (
    <TooltipProvider>
      <TextEditor id="text" isShown source={source} onChange={setSource} labels={labels} error={undefined} />
      <textarea aria-label="Source" value={source} onChange={({ target }) => setSource(target.value)} />
    </TooltipProvider>
  )
}

const text = page.getByRole('textbox', { name: /^Text/ })
const source = page.getByLabelText('Source')
const show = async (...paragraphs: string[]) => {
  await render(<Editor begin={paragraphs.join('\n\n')} />)
  await text.click()
  await userEvent.keyboard('{ControlOrMeta>}{End}{/ControlOrMeta}')
}
const expectSource = (...paragraphs: string[]) => expect.element(source).toHaveValue(paragraphs.join('\n\n'))

test('a text is written without marks: kinds by button and shortcut, numbers that follow, and fields from a menu', async () => {
  await show('## 1. Pictures', '1.1 One.', '## 8. Money')
  await text.getByText('One.').click()
  await userEvent.keyboard('{End}{Enter}Two of {{{{}')
  await page.getByRole('menuitem', { name: 'Event Name(s)' }).click()
  await expect.element(text).toHaveFocus()
  await userEvent.keyboard(' are:{Enter}')
  await page.getByRole('button', { name: 'List item' }).click()
  await userEvent.keyboard('in print; and{Enter}online.{Enter}{Enter}{Enter}')
  await userEvent.keyboard('{Control>}{Alt>}1{/Alt}{/Control}Use')
  await expect
    .element(page.getByRole('button', { name: 'Heading', exact: true }))
    .toHaveAttribute('aria-pressed', 'true')
  await expectSource(
    '## 1. Pictures',
    '1.1 One.',
    '1.2 Two of {{event}} are:',
    '(a) in print; and',
    '(b) online.',
    '## 2. Use',
    '## 8. Money',
  )
  await page.getByRole('button', { name: 'More kinds' }).click()
  await page.getByRole('menuitem', { name: /^Signature line/ }).click()
  await userEvent.keyboard('For the Company')
  await expectSource(
    '## 1. Pictures',
    '1.1 One.',
    '1.2 Two of {{event}} are:',
    '(a) in print; and',
    '(b) online.',
    '> For the Company: Use',
    '## 8. Money',
  )
})

test('what is typed like in a source is read like it, and a typed number stays', async () => {
  await show('First.')
  await userEvent.keyboard('{Enter}7. Terms{Enter}7.1 is set{Enter}next{Enter}9.4 later{Enter}and on')
  await expectSource('First.', '## 7. Terms', '7.1 is set', '7.2 next', '9.4 later', '9.5 and on')
  await userEvent.keyboard('{Control>}z{/Control}')
  await userEvent.keyboard('{Control>}y{/Control}')
  await expectSource('First.', '## 7. Terms', '7.1 is set', '7.2 next', '9.4 later', '9.5 and on')
})

test('a field is named for screen readers, and is deleted with the keyboard', async () => {
  await show('Pictures of {{event}}')
  await expect
    .element(text.getByRole('img', { name: 'Field: Event Name(s)' }))
    .toHaveTextContent('Event Name(s)')
  await expectNoAxeViolations(text)
  await userEvent.keyboard('{Backspace}')
  await expectSource('Pictures of')
})

test('the source and the text are the same text, and undo works across both', async () => {
  await show('One.')
  await userEvent.keyboard(' Two.')
  await source.fill('1.1 One. Two.\n\nof {{event}} and {{nobody}}')
  await expect.element(text.getByRole('img', { name: 'No field nobody' })).toBeVisible()
  await expect.element(source).toHaveValue('1.1 One. Two.\n\nof {{event}} and {{nobody}}')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expectSource('One. Two.')
})

const paste = async (data: Record<string, string>) => {
  const clipboardData = new DataTransfer()
  for (const [type, value] of Object.entries(data)) clipboardData.setData(type, value)
  const element = await text.findElement()
  element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
}

const fromWord = `<html xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Word 15">
<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]-->
<style><!-- p.MsoNormal {margin:0in; font-family:"Calibri",sans-serif;} @list l0:level1 {mso-level-number-format:decimal;} --></style></head>
<body lang=EN-US style='tab-interval:.5in'><!--StartFragment-->
<p class=MsoTitle><span style='mso-fareast-font-family:"Times New Roman"'>Photo Release<o:p></o:p></span></p>
<p class=MsoNormal>This agreement is <b style='mso-bidi-font-weight:normal'>made</b> between the
parties.<o:p></o:p></p>
<h1 style='margin-left:.25in;text-indent:-.25in;mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-fareast-font-family:Calibri'><span style='mso-list:Ignore'>1.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Pictures<o:p></o:p></h1>
<p class=MsoListParagraphCxSpFirst style='text-indent:-.25in;mso-list:l0 level2 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>1.1.<span style='font:7.0pt "Times New Roman"'>&nbsp; </span></span><![endif]>The Company may publish pictures of {{event}}:<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>a)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>in print; and<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='text-indent:-.25in;mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>b)<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>online.<o:p></o:p></p>
<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l2 level1 lfo3'><![if !supportLists]><span style='font-family:Symbol'><span style='mso-list:Ignore'>·<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span></span><![endif]>A bullet.<o:p></o:p></p>
<h2>Signatures<o:p></o:p></h2>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal>Name<o:p></o:p></p></td><td><p class=MsoNormal>Date<o:p></o:p></p></td></tr></table>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<!--EndFragment--></body></html>`

const fromGoogleDocs = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-6a1c2d3e-7fff-1234-5678-9abcdef01234"><h1 dir="ltr" style="line-height:1.38;margin-top:20pt;"><span style="font-size:20pt;font-family:Arial;color:#000000;">Photo Release</span></h1><p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;">Between the </span><span style="font-size:11pt;font-weight:700;">parties</span><span style="font-size:11pt;">.</span></p><br /><ol style="margin-top:0;margin-bottom:0;padding-inline-start:48px;"><li dir="ltr" style="list-style-type:decimal;font-size:11pt;" aria-level="1"><p dir="ltr" role="presentation"><span>Pictures</span></p></li><ol style="margin-top:0;"><li dir="ltr" style="list-style-type:decimal;" aria-level="2"><p dir="ltr" role="presentation"><span>The Company may publish them.</span></p></li><ol><li dir="ltr" style="list-style-type:lower-alpha;" aria-level="3"><p dir="ltr" role="presentation"><span>in print</span></p></li></ol></ol><li dir="ltr" style="list-style-type:decimal;" aria-level="1"><p dir="ltr" role="presentation"><span>Money</span></p></li></ol><ul><li dir="ltr" style="list-style-type:disc;" aria-level="1"><p dir="ltr" role="presentation"><span>a point</span></p></li></ul></b><br class="Apple-interchange-newline">`

const plain = `Photo Release\r
1. Pictures\r
1.1\tThe Company may publish pictures:\r
(a)\tin print; and\r
b) online.\r
• and anywhere else\r
2. Money\r
Nothing is paid\u200f for it.`

test.each([
  [
    'Word',
    { 'text/html': fromWord, 'text/plain': 'ignored' },
    [
      '# Photo Release',
      'This agreement is made between the parties.',
      '## 1. Pictures',
      '1.1 The Company may publish pictures of {{event}}:',
      '(a) in print; and',
      '(b) online.',
      '(c) A bullet.',
      '## Signatures',
      'Name',
      'Date',
    ],
  ],
  [
    'Google Docs',
    { 'text/html': fromGoogleDocs, 'text/plain': 'ignored' },
    [
      '## Photo Release',
      'Between the parties.',
      '## 1. Pictures',
      '1.1 The Company may publish them.',
      '(a) in print',
      '## 2. Money',
      '(a) a point',
    ],
  ],
  [
    'plain text',
    { 'text/plain': plain },
    [
      'Photo Release',
      '## 1. Pictures',
      '1.1 The Company may publish pictures:',
      '(a) in print; and',
      '(b) online.',
      '(c) and anywhere else',
      '## 2. Money',
      'Nothing is paid for it.',
    ],
  ],
  [
    'a source',
    { 'text/plain': '## 8. Money\n\n8.1 A fee.\n\n> Name: {{event}}' },
    ['## 8. Money', '8.1 A fee.', '> Name: {{event}}'],
  ],
])('pasted from %s, headings, clauses, items and paragraphs are left', async (_from, data, paragraphs) => {
  await show()
  await paste(data)
  await expectSource(...paragraphs)
})

test('a pasted word goes into its paragraph, and pasted clauses are numbered with the text', async () => {
  await show('## 1. One', '1.1 A', '## 2. Two', '2.1 B')
  await paste({ 'text/html': '<p class=MsoNormal><b>word</b><o:p></o:p></p>', 'text/plain': 'word' })
  await expectSource('## 1. One', '1.1 A', '## 2. Two', '2.1 Bword')
  await userEvent.keyboard('{Enter}')
  await paste({ 'text/plain': '1. Pictures\n1.1 They are shown.\n1.2 They are kept.' })
  await expectSource(
    '## 1. One',
    '1.1 A',
    '## 2. Two',
    '2.1 Bword',
    '## 3. Pictures',
    '3.1 They are shown.',
    '3.2 They are kept.',
  )
})
