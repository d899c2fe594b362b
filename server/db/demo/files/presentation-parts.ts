/** A part of an Office document; `refersTo` names other parts with the kind of reference, `rId1` first. */
export interface Part {
  path: string
  contentType: string
  content: string
  refersTo?: [type: string, target: string][]
}

export const escapeXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'

const group = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>'
const tree = (shapes = '') => `<p:cSld><p:spTree>${group}${shapes}</p:spTree></p:cSld>`
const ownColours = '<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr>'

const textBox = (text: string) =>
  `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Text"/><p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="2286000"/><a:ext cx="7315200" cy="1371600"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr><p:txBody><a:bodyPr/><a:p><a:r><a:rPr lang="en-US" sz="4000"/><a:t>${escapeXml(text)}</a:t></a:r></a:p></p:txBody></p:sp>`

const colours = Object.entries({
  dk1: '1B2624',
  lt1: 'FFFFFF',
  dk2: '0F5E63',
  lt2: 'F7F6F3',
  accent1: '0F5E63',
  accent2: 'C6553B',
  accent3: 'D9A441',
  accent4: '5D6A67',
  accent5: '2F7F86',
  accent6: '8A9A5B',
  hlink: '0F5E63',
  folHlink: '5D6A67',
})
  .map(([name, value]) => `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`)
  .join('')
const font = '<a:latin typeface="Georgia"/><a:ea typeface=""/><a:cs typeface=""/>'
const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>'
const three = (part: string) => part.repeat(3)
const theme = `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" name="Plain"><a:themeElements><a:clrScheme name="Plain">${colours}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont>${font}</a:majorFont><a:minorFont>${font}</a:minorFont></a:fontScheme><a:fmtScheme name="Plain"><a:fillStyleLst>${three(fill)}</a:fillStyleLst><a:lnStyleLst>${three(`<a:ln w="9525">${fill}</a:ln>`)}</a:lnStyleLst><a:effectStyleLst>${three('<a:effectStyle><a:effectLst/></a:effectStyle>')}</a:effectStyleLst><a:bgFillStyleLst>${three(fill)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`

const colourMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>'

/** The parts without which no program opens a presentation: a master, a layout, a theme; and the slides. */
export const presentationParts = (lines: string[]): Part[] => [
  {
    path: 'ppt/presentation.xml',
    contentType: 'presentationml.presentation.main',
    content: `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst><p:sldIdLst>${lines.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 2}"/>`).join('')}</p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    refersTo: [
      ['slideMaster', 'slideMasters/slideMaster1.xml'],
      ...lines.map((_, index): [string, string] => ['slide', `slides/slide${index + 1}.xml`]),
    ],
  },
  {
    path: 'ppt/slideMasters/slideMaster1.xml',
    contentType: 'presentationml.slideMaster',
    content: `<p:sldMaster ${namespaces}>${tree()}${colourMap}<p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rId1"/></p:sldLayoutIdLst></p:sldMaster>`,
    refersTo: [
      ['slideLayout', '../slideLayouts/slideLayout1.xml'],
      ['theme', '../theme/theme1.xml'],
    ],
  },
  {
    path: 'ppt/slideLayouts/slideLayout1.xml',
    contentType: 'presentationml.slideLayout',
    content: `<p:sldLayout ${namespaces} type="blank">${tree()}${ownColours}</p:sldLayout>`,
    refersTo: [['slideMaster', '../slideMasters/slideMaster1.xml']],
  },
  { path: 'ppt/theme/theme1.xml', contentType: 'theme', content: theme },
  ...lines.map(
    (line, index): Part => ({
      path: `ppt/slides/slide${index + 1}.xml`,
      contentType: 'presentationml.slide',
      content: `<p:sld ${namespaces}>${tree(textBox(line))}${ownColours}</p:sld>`,
      refersTo: [['slideLayout', '../slideLayouts/slideLayout1.xml']],
    }),
  ),
]
