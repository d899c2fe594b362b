// What browsers run as a part of a drawing, or take from another document into it.
const activeElements = /^(?:[^:]+:)?(?:script|handler|listener)$/i
const activeAttributes = /^(?:[^:]+:)?on/i
const htmlNamespace = 'http://www.w3.org/1999/xhtml'
// The values of an animation have semicolons between.
const activeAddress = /(?:^|;)(?:javascript|vbscript):|^data:(?!image\/(?:png|jpeg|gif|webp)[;,])/

// It is linear for what it is given: a tag that has matched, in which each name is followed by its value.
const eachAttribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const eachEntity = /<!ENTITY\s+(\S+)\s+(?:"([^"]*)"|'([^']*)')/g
const predefined: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const readCharacter = (reference: string) => {
  const code = reference.startsWith('#x')
    ? Number.parseInt(reference.slice(2), 16)
    : Number(reference.slice(1))
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

/**
 * Looks at the pieces of one drawing in their order, and says of each whether something in it could run. What looks like that only in a
 * text or a comment is harmless.
 */
export const createActivityCheck = () => {
  const entities = new Map(Object.entries(predefined))

  /** Undefined where it refers to what the drawing does not define: a browser may know it all the same, as it does those of HTML. */
  const plain = (value: string) => {
    let isKnown = true
    const text = value.replace(/&([^;&]*);/g, (whole, name: string) => {
      const character = name.startsWith('#') ? readCharacter(name) : entities.get(name)
      isKnown &&= character !== undefined
      return character ?? whole
    })
    return isKnown ? text : undefined
  }

  const isActiveAttribute = (name: string, value: string) => {
    if (activeAttributes.test(name)) return true
    const text = value.includes('&') ? plain(value) : value
    if (text === undefined) return true
    if (!text.includes(':')) return false
    // Browsers ignore blanks and control characters in front of and within the name of a scheme.
    const address = text.replace(/[\p{Cc}\s]/gu, '').toLowerCase()
    return address === htmlNamespace || activeAddress.test(address)
  }

  return {
    /** An entity can bring elements in where it is used. */
    doctype: (doctype: string) => {
      for (const [, name = '', double, single] of doctype.matchAll(eachEntity)) {
        const value = double ?? single ?? ''
        if (value.includes('<')) return true
        entities.set(name, value)
      }
      return /<!ENTITY\s+\S+\s+(?:SYSTEM|PUBLIC)|<!ATTLIST/.test(doctype)
    },
    /** A style sheet in XSLT is a program. */
    instruction: (instruction: string) =>
      /^<\?xml-stylesheet\s/i.test(instruction) && !/\stype\s*=\s*["']text\/css["']/.test(instruction),
    tag: (tag: string, name: string) => {
      if (activeElements.test(name)) return true
      if (!tag.includes('=')) return false
      for (const [, attribute = '', double, single] of tag.matchAll(eachAttribute)) {
        if (isActiveAttribute(attribute, double ?? single ?? '')) return true
      }
      return false
    },
  }
}
