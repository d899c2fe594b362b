import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { type FileType, fileTypes } from '#contract/files/file-types.ts'
import { sampleFile } from '#test/sample-files.ts'
import { zip } from '#test/zip.ts'
import type { FileBytes } from './file-bytes.ts'
import { matchesFileType } from './matches-file-type.ts'
import { inspectSvg } from './svg.ts'

const bytesOf = (content: Buffer | string): FileBytes => {
  const bytes = Buffer.from(content)
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
    stream: async () => Readable.from([bytes], { objectMode: false }),
  }
}

const samples = Object.fromEntries(
  await Promise.all(fileTypes.map(async (type) => [type, await sampleFile(type)] as const)),
) as Record<FileType, Buffer>

// Types whose files also match other types: some types have two extensions, current Office documents are zip archives, and tables and
// drawings are texts.
const alsoTakenAs: Partial<Record<FileType, FileType[]>> = {
  jpg: ['jpeg'],
  jpeg: ['jpg'],
  heic: ['heif'],
  heif: ['heic'],
  mp4: ['mov'],
  pptx: ['zip'],
  docx: ['zip'],
  xlsx: ['zip'],
  csv: ['txt'],
  txt: ['csv'],
  svg: ['txt', 'csv'],
}

const knownByThreeBytes: FileType[] = ['csv', 'txt', 'jpg', 'jpeg', 'gif', 'mp3']

describe.each(fileTypes)('a %s', (type) => {
  test('matches its own type, and no other', async () => {
    const takenAs = []
    for (const other of fileTypes)
      if (await matchesFileType(other, bytesOf(samples[type]))) takenAs.push(other)
    expect(takenAs.sort()).toEqual([type, ...(alsoTakenAs[type] ?? [])].sort())
  })

  test('does not match when it is empty or only has its beginning', async () => {
    expect(await matchesFileType(type, bytesOf(''))).toBe(false)
    if (!knownByThreeBytes.includes(type))
      expect(await matchesFileType(type, bytesOf(samples[type].subarray(0, 3)))).toBe(false)
  })
})

const page = '<!doctype html><html><script>alert(1)</script></html>'
const binaries = fileTypes.filter((type) => !['csv', 'txt'].includes(type))

test.each(binaries)('an HTML page is not a %s', async (type) => {
  expect(await matchesFileType(type, bytesOf(page))).toBe(false)
  expect(await matchesFileType(type, bytesOf(`<?xml version="1.0"?>\n${page}`))).toBe(false)
})

test.each(['pdf', 'png', 'jpg', 'gif', 'zip', 'mp3', 'mp4'] as const)(
  'a page of HTML followed by a %s is not a %s',
  async (type) => {
    const both = Buffer.concat([Buffer.from(page), samples[type]])
    expect(await matchesFileType(type, bytesOf(both))).toBe(false)
  },
)

test.each([
  ['a program for Windows', Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1')],
  ['a program for Linux', Buffer.from('\x7fELF\x02\x01\x01\0\0\0\0\0', 'latin1')],
  ['zeros', Buffer.alloc(5000)],
  ['noise', Buffer.from(Array.from({ length: 5000 }, (_, index) => (index * 7919) % 256))],
])('%s matches no accepted type', async (_what, content) => {
  for (const type of fileTypes) expect(await matchesFileType(type, bytesOf(content)), type).toBe(false)
})

test.each([
  ['docx', { 'word/document2.xml': '<w/>' }],
  ['xlsx', { 'xl/workbook1.xml': '<w/>' }],
] as const)('a %s may number its main part', async (type, parts) => {
  expect(
    await matchesFileType(type, bytesOf(await zip({ '[Content_Types].xml': '<Types/>', ...parts }))),
  ).toBe(true)
})

test.each([
  ['blank lines', '\ufeff\r\n'],
  ['a line of a printer', '\x1b%-12345X@PJL SET RENDERMODE=COLOR\r\n'],
  ['a head of an email', 'Content-Type: application/pdf\r\n\r\n'],
])('a pdf can begin with %s', async (_what, before) => {
  expect(await matchesFileType('pdf', bytesOf(Buffer.concat([Buffer.from(before), samples.pdf])))).toBe(true)
})

test('a pdf has its header within the bytes that readers search', async () => {
  const far = Buffer.concat([Buffer.alloc(1020, 'x'), samples.pdf])
  expect(await matchesFileType('pdf', bytesOf(far))).toBe(false)
})

test('a text can end with DOS’s end of file', async () => {
  expect(await matchesFileType('csv', bytesOf('name;town\r\n\x1a'))).toBe(true)
})

describe('a zip', () => {
  const signed = (text: string) => Buffer.from(text, 'latin1')

  test('can be empty, and can end with a comment', async () => {
    expect(await matchesFileType('zip', bytesOf(await zip({})))).toBe(true)
    const remarked = Buffer.concat([samples.zip, signed('remark')])
    remarked.writeUInt16LE(6, samples.zip.length - 2)
    expect(await matchesFileType('zip', bytesOf(remarked))).toBe(true)
  })

  test('with very long names is still a zip', async () => {
    const parts = { '[Content_Types].xml': '', 'word/document.xml': '', [`word/${'x'.repeat(60_000)}`]: '' }
    expect(await matchesFileType('docx', bytesOf(await zip(parts)))).toBe(true)
    expect(await matchesFileType('zip', bytesOf(await zip({ ['x'.repeat(60_000)]: '' })))).toBe(true)
  })

  test('whose directory is cut off or points outside does not match', async () => {
    expect(await matchesFileType('zip', bytesOf(samples.zip.subarray(0, -30)))).toBe(false)
    const outside = Buffer.from(samples.zip)
    outside.writeUInt32LE(0xfffffff0, outside.length - 6)
    expect(await matchesFileType('zip', bytesOf(outside))).toBe(false)
    const counted = Buffer.from(samples.zip)
    counted.writeUInt16LE(9, counted.length - 12)
    expect(await matchesFileType('zip', bytesOf(counted))).toBe(false)
  })

  test('is recognized by its parts, however long its directory is and whatever their names are', async () => {
    const others = Array.from({ length: 3000 }, (_, index) => [`../customXml/item${index}.xml`, ''])
    const parts = { ...Object.fromEntries(others), '[Content_Types].xml': '', 'word/document.xml': '' }
    expect(await matchesFileType('docx', bytesOf(await zip(parts)))).toBe(true)
  })

  test('is a document only with the document’s main part, and without macros', async () => {
    const parts = { '[Content_Types].xml': '<Types/>', 'word/document.xml': '<w/>' }
    expect(await matchesFileType('docx', bytesOf(await zip(parts)))).toBe(true)
    expect(await matchesFileType('xlsx', bytesOf(await zip(parts)))).toBe(false)
    expect(await matchesFileType('docx', bytesOf(await zip({ ...parts, 'word/vbaProject.bin': 'x' })))).toBe(
      false,
    )
  })
})

describe('a text', () => {
  test.each([
    ['UTF-8', Buffer.from('Zoë, 李小龍 😀\r\n\tDone.')],
    ['UTF-8 with its mark', Buffer.from('\ufeffname;town')],
    ['an older encoding', Buffer.from('Caf\xe9;Z\xfcrich', 'latin1')],
    ['UTF-16', Buffer.from('\ufeffname\ttown', 'utf16le')],
    ['HTML, which is shown as text', Buffer.from(page)],
  ])('can be in %s', async (_encoding, content) => {
    expect(await matchesFileType('txt', bytesOf(content))).toBe(true)
    expect(await matchesFileType('csv', bytesOf(content))).toBe(true)
  })

  test.each(['a\0b', 'a\x01b', 'a\x7fb'])('does not contain characters as in %j', async (content) => {
    expect(await matchesFileType('txt', bytesOf(content))).toBe(false)
  })

  test('in UTF-16 must be complete', async () => {
    const cut = Buffer.from('\ufeffname', 'utf16le').subarray(0, -1)
    expect(await matchesFileType('txt', bytesOf(cut))).toBe(false)
    expect(await matchesFileType('txt', bytesOf(Buffer.from('\ufeffa\0b', 'utf16le')))).toBe(false)
  })
})

describe('a drawing', () => {
  const svg = (inside: string, attributes = '') =>
    `<svg xmlns="http://www.w3.org/2000/svg"${attributes}>${inside}</svg>`

  test.each([
    svg(''),
    '<svg/>',
    '<svg:svg xmlns:svg="http://www.w3.org/2000/svg"><svg:g/></svg:svg>',
    svg('<script>alert(1)</script>'),
    svg('<style><![CDATA[ a > b { } ]]></style>'),
    svg('<text>5 > 3 &amp; more</text>', ` width = '10'\n height="10"`),
    `\ufeff<?xml version="1.0"?>\n<!-- Made with <care> -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/svg11.dtd" [ <!ENTITY ns "http://ns.example/[1]"> ]>\n${svg('<g><path d="M0 0"/></g>')}\n<!-- end -->`,
    samples.svg.toString(),
  ])('is %s', async (content) => {
    expect(await matchesFileType('svg', bytesOf(content))).toBe(true)
  })

  test.each([
    'svg',
    '<svg>',
    '<svg></g>',
    '<svg><g></svg></g>',
    '<svg/><svg/>',
    '<svg/>text',
    '<html><svg/></html>',
    `<html xmlns:svg="x">${svg('')}</html>`,
    '<svg a=b></svg>',
    '<svg a></svg>',
    '<svg><![CDATA[</svg>',
    '<svg><!-- </svg>',
    '<svgx></svgx>',
    `${svg('')}<script>alert(1)</script>`,
    `<!DOCTYPE html>${svg('').slice(0, -6)}`,
  ])('is not %s', async (content) => {
    expect(await matchesFileType('svg', bytesOf(content))).toBe(false)
  })

  const xhtml = 'xmlns="http://www.w3.org/1999/xhtml"'
  test.each([
    svg('<script>alert(1)</script>'),
    svg('<s:script xmlns:s="http://www.w3.org/2000/svg"/>'),
    svg('', ' onload="alert(1)"'),
    svg("<rect\nONCLICK = 'alert(1)'/>"),
    svg('<a href="javascript:alert(1)"/>'),
    svg('<a xlink:href=" java\tscript:alert(1)"/>'),
    svg('<a href="&#106;ava&#x73;cript&#58;alert(1)"/>'),
    `<!DOCTYPE svg [<!ENTITY j "javascript">]>${svg('<a href="&j;:alert(1)"/>')}`,
    `<!DOCTYPE svg [<!ENTITY s "<script>alert(1)</script>">]>${svg('&s;')}`,
    `<!DOCTYPE svg [<!ATTLIST svg onload CDATA "alert(1)">]>${svg('')}`,
    svg('<a><animate attributeName="href" values="#;javascript:alert(1)"/></a>'),
    svg('<a href="data:text/html,x"/>'),
    // Browsers know HTML's entities when the document type is HTML's.
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x">${svg('<a href="java&Tab;script:alert(1)"/>')}`,
    `<!DOCTYPE svg [<!ENTITY ${'j'.repeat(65)} "javascript:alert(1)">]>${svg(`<a href="&${'j'.repeat(65)};"/>`)}`,
    svg(`<foreignObject><iframe ${xhtml} srcdoc="x"/></foreignObject>`),
    `<?xml-stylesheet type="text/xsl" href="#x"?>${svg('')}`,
  ])('is active if something could run in it: %s', async (content) => {
    expect(await inspectSvg(bytesOf(content))).toBe('active')
  })

  test.each([
    svg('<text>&lt;script> javascript: onload="x"</text><!-- <script> --><title>onload=</title>'),
    svg('<style>rect { fill: red }</style>'),
    svg(
      '<image href="data:image/png;base64,AAAA"/><a href="https://example.com/?a=1&amp;b=2"/><use href="#a"/>',
    ),
    svg('<foreignObject><g/></foreignObject>', ' version="1.1" zoomAndPan="magnify"'),
    `<?xml-stylesheet type="text/css" href="a.css"?><!DOCTYPE svg [<!ENTITY ns "http://ns.example/">]>${svg('', ' xmlns:x="&ns;"')}`,
    samples.svg.toString(),
  ])('is not active if nothing could run in it: %s', async (content) => {
    expect(await inspectSvg(bytesOf(content))).toBe('drawing')
  })

  test('that browsers would read as other text than the checked one is refused', async () => {
    const drawing = svg('\u001b$B<!--\u001b(B<script>alert(1)</script><!-- -->')
    const declared = (encoding: string) => bytesOf(`<?xml version="1.0" encoding='${encoding}'?>${drawing}`)
    expect(await inspectSvg(declared('ISO-2022-JP'))).toBe('encoding')
    expect(await inspectSvg(declared('utf-7'))).toBe('encoding')
    expect(await inspectSvg(declared('ISO-8859-1'))).toBe('drawing')
  })

  test('of any size up to the limit is checked, a large one in a separate thread', async () => {
    const large = `<svg>${'<g/>'.repeat(200_000)}`
    expect(await matchesFileType('svg', bytesOf(`${large}</svg>`))).toBe(true)
    expect(await matchesFileType('svg', bytesOf(`${large}</g>`))).toBe(false)
  })

  test('whose entities contain others is refused, since a browser would fill its memory with them', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`,
    )
    const bomb = (entities: string) =>
      `<!DOCTYPE svg [<!ENTITY e0 "x">${entities}]>${svg('<text>&e9;</text>')}`
    expect(await matchesFileType('svg', bytesOf(bomb(levels.join('\n'))))).toBe(false)
    expect(await matchesFileType('svg', bytesOf(bomb('<!ENTITY % p "y">')))).toBe(false)
    expect(await matchesFileType('svg', bytesOf(bomb('')))).toBe(true)
  })

  test('is not nested deeper than a browser shows', async () => {
    const nested = (depth: number) => svg('<g>'.repeat(depth) + '</g>'.repeat(depth))
    expect(await matchesFileType('svg', bytesOf(nested(400)))).toBe(true)
    expect(await matchesFileType('svg', bytesOf(nested(5000)))).toBe(false)
  })

  const accented = (declaration: string) => `${declaration}${svg('<text>Café Zürich</text>')}`
  test.each([
    ['Latin-1', Buffer.from(accented('<?xml version="1.0" encoding="ISO-8859-1"?>'), 'latin1')],
    ['Windows-1252', Buffer.from(accented("<?xml version='1.0' encoding = 'windows-1252' ?>"), 'latin1')],
    ['UTF-16', Buffer.from(`\ufeff${accented('<?xml version="1.0" encoding="UTF-16"?>')}`, 'utf16le')],
    ['UTF-16 of the other order', Buffer.from(`\ufeff${accented('')}`, 'utf16le').swap16()],
    ['UTF-8 that is declared', Buffer.from(accented('<?xml version="1.0" encoding="utf-8"?>'))],
  ])('can be in %s', async (_encoding, content) => {
    expect(await inspectSvg(bytesOf(content))).toBe('drawing')
    expect(await matchesFileType('svg', bytesOf(content))).toBe(true)
  })

  test.each([
    ['Latin-1 that is not declared', Buffer.from(accented(''), 'latin1')],
    ['UTF-16 without its mark', Buffer.from(accented(''), 'utf16le')],
    [
      'an encoding that does not exist',
      Buffer.from(accented('<?xml version="1.0" encoding="ISO-8859-99"?>')),
    ],
    ['an encoding of several bytes', Buffer.from(accented('<?xml version="1.0" encoding="Shift_JIS"?>'))],
    ['broken UTF-8', Buffer.concat([Buffer.from('<svg>'), Buffer.of(0xff), Buffer.from('</svg>')])],
    ['UTF-16 that is cut off', Buffer.from(`\ufeff${accented('')}`, 'utf16le').subarray(0, -1)],
  ])('in %s is refused for its encoding', async (_encoding, content) => {
    expect(await inspectSvg(bytesOf(content))).toBe('encoding')
    expect(await matchesFileType('svg', bytesOf(content))).toBe(false)
  })

  test('in Latin-1 hides nothing that could run', async () => {
    const script = accented('<?xml version="1.0" encoding="ISO-8859-1"?>').replace(
      'Zürich',
      '</text><script/><text>',
    )
    expect(await inspectSvg(bytesOf(Buffer.from(script, 'latin1')))).toBe('active')
  })

  // A regular expression that backtracks on this input would exceed the test's time limit.
  test('that is long and malformed is refused', async () => {
    expect(await matchesFileType('svg', bytesOf(`<svg ${'a="b" '.repeat(100_000)}`))).toBe(false)
    expect(await matchesFileType('svg', bytesOf(`<svg>${'<!-- '.repeat(100_000)}`))).toBe(false)
    expect(await matchesFileType('svg', bytesOf(`<svg>${'<g>'.repeat(200_000)}`))).toBe(false)
    expect(await matchesFileType('svg', bytesOf(`<!DOCTYPE ${'['.repeat(100_000)}`))).toBe(false)
    expect(await matchesFileType('svg', bytesOf(`<!DOCTYPE svg ${'a'.repeat(5_000_000)}`))).toBe(false)
    expect(await matchesFileType('svg', bytesOf(`<svg${' a=""'.repeat(1_000_000)}/>`))).toBe(false)
    const entities = `<!DOCTYPE svg [${'<!ENTITY '.repeat(500_000)}]><svg/>`
    expect(await matchesFileType('svg', bytesOf(entities))).toBe(true)
    expect(await matchesFileType('svg', bytesOf(`<svg a="${'&'.repeat(5_000_000)}"/>`))).toBe(true)
  })
})
