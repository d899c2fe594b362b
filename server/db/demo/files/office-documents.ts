import { escapeXml, type Part, presentationParts } from './presentation-parts.ts'
import { zipArchive } from './zip-archive.ts'

const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const packages = 'http://schemas.openxmlformats.org/package/2006'

const relationships = (targets: [type: string, target: string][]) =>
  `<Relationships xmlns="${packages}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}/relationships/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

/** The container of an Office document: what it is made of, what of it stands for the whole, and who refers to whom. */
const officeDocument = (main: string, parts: Part[]) => {
  const overrides = parts
    .map(
      ({ path, contentType }) =>
        `<Override PartName="/${path}" ContentType="application/vnd.openxmlformats-officedocument.${contentType}+xml"/>`,
    )
    .join('')
  const types = `<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides}</Types>`
  const entries: Record<string, string> = {
    '[Content_Types].xml': xml + types,
    '_rels/.rels': xml + relationships([['officeDocument', main]]),
  }
  for (const { path, content, refersTo } of parts) {
    entries[path] = xml + content
    if (refersTo) entries[path.replace(/([^/]+)$/, '_rels/$1.rels')] = xml + relationships(refersTo)
  }
  return zipArchive(entries)
}

/** A Word document of a heading and paragraphs. */
export const wordDocument = (heading: string, paragraphs: string[]) => {
  const paragraph = (text: string, look = '') =>
    `<w:p><w:r>${look}<w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`
  const body =
    paragraph(heading, '<w:rPr><w:b/><w:sz w:val="36"/></w:rPr>') +
    paragraphs.map((text) => paragraph(text)).join('')
  return officeDocument('word/document.xml', [
    {
      path: 'word/document.xml',
      contentType: 'wordprocessingml.document.main',
      content: `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
    },
  ])
}

/** A workbook of one sheet. */
export const workbook = (sheetName: string, rows: (string | number)[][]) => {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const cell = (value: string | number) =>
    typeof value === 'number'
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${escapeXml(value)}</t></is></c>`
  const sheet = rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')
  return officeDocument('xl/workbook.xml', [
    {
      path: 'xl/workbook.xml',
      contentType: 'spreadsheetml.sheet.main',
      content: `<workbook xmlns="${main}" xmlns:r="${office}/relationships"><sheets><sheet name="${escapeXml(sheetName)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      refersTo: [['worksheet', 'worksheets/sheet1.xml']],
    },
    {
      path: 'xl/worksheets/sheet1.xml',
      contentType: 'spreadsheetml.worksheet',
      content: `<worksheet xmlns="${main}"><sheetData>${sheet}</sheetData></worksheet>`,
    },
  ])
}

/** A presentation of slides that hold a line each. */
export const presentation = (lines: string[]) =>
  officeDocument('ppt/presentation.xml', presentationParts(lines))
