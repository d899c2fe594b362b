// Browsers run these elements and attributes as part of a drawing, or load other documents because of them.
const activeElements = /^(?:[^:]+:)?(?:script|handler|listener)$/i
const activeAttributes = /^(?:[^:]+:)?on/i
const htmlNamespace = 'http://www.w3.org/1999/xhtml'
// Semicolons separate the values of an animation.
const activeAddress = /(?:^|;)(?:javascript|vbscript):|^data:(?!image\/(?:png|jpeg|gif|webp)[;,])/

// The expression is linear because it only sees tags that have matched, in which every name is followed by its value.
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
 * Creates a check that looks at the pieces of one drawing in order, and returns for each whether something in it could run. The same words
 * in a text or a comment are harmless.
 */
export const createActivityCheck = () => {
  const entities = new Map(Object.entries(predefined))

  /** Replaces entities by their values. Undefined if the drawing does not define one: a browser may know it, such as those of HTML. */
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
    // Browsers ignore spaces and control characters before and inside the name of a scheme.
    const address = text.replace(/[\p{Cc}\s]/gu, '').toLowerCase()
    return address === htmlNamespace || activeAddress.test(address)
  }

  return {
    /** The place that uses an entity can get elements from its definition. */
    doctype: (doctype: string) => {
      for (const [, name = '', double, single] of doctype.matchAll(eachEntity)) {
        const value = double ?? single ?? ''
        if (value.includes('<')) return true
        entities.set(name, value)
      }
      return /<!ENTITY\s+\S+\s+(?:SYSTEM|PUBLIC)|<!ATTLIST/.test(doctype)
    },
    /** An XSLT style sheet is a program. */
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
