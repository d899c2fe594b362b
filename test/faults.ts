import fc from 'fast-check'

type Json = Record<string, unknown>
type Path = string[]

export interface CorruptedBody {
  /** The request's body as JSON text. */
  text: string
  /** The description of the fault. */
  faults: string[]
  /** Whether every schema must refuse this fault, so that the contract itself is tested. */
  certain: boolean
}

interface Fault {
  name: string
  certain: boolean
  /** Returns the changed body, or undefined when the path no longer exists. */
  apply: (whole: Json) => Json | undefined
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const pathsOf = (value: Json): Path[] =>
  Object.entries(value).flatMap(([key, inner]) => [
    [key],
    ...(isObject(inner) ? pathsOf(inner).map((path) => [key, ...path]) : []),
  ])

/** Returns a copy with one value replaced. Entries are used because an assignment to `__proto__` sets no key. */
const change = (whole: Json, [key = '', ...rest]: Path, to: unknown): Json | undefined => {
  if (!Object.hasOwn(whole, key)) return undefined
  const inner = whole[key]
  const changed = rest.length === 0 ? to : isObject(inner) ? change(inner, rest, to) : undefined
  if (rest.length > 0 && changed === undefined) return undefined
  return Object.fromEntries(Object.entries(whole).map(([name, old]) => [name, name === key ? changed : old]))
}

const extend = (whole: Json, path: Path, key: string, value: unknown): Json | undefined => {
  const [next, ...rest] = path
  if (next === undefined) return Object.fromEntries([...Object.entries(whole), [key, value]])
  const inner = whole[next]
  const extended = isObject(inner) ? extend(inner, rest, key, value) : undefined
  return extended && change(whole, [next], extended)
}

// JSON.stringify cannot write nesting this deep, although JSON.parse reads it. This text stands in for the nested lists.
const deep = '(deep)'
const deepText = '['.repeat(20_000) + ']'.repeat(20_000)
const jsonOf = (value: unknown) => JSON.stringify(value).replaceAll(`"${deep}"`, deepText)

const wrongTypes = fc.constantFrom<unknown[]>(0, 1.5, -1, true, false, [], ['x'], [[]], [{}])
const longer = fc.constantFrom(5_001, 20_000, 60_001).map((length) => 'x'.repeat(length))
const within = (character: string) => `a${character}b`
const unwanted = fc.constantFrom('\0', '\u0001', '\u001b', '\u007f', '\u0085', '\ud800', '\udfff').map(within)
const strange = fc
  .oneof(fc.constantFrom('\u202e', '\ufeff', '\u200b', '\r\n', '\u2028'), fc.string({ unit: 'binary' }))
  .map(within)
const extraKeys = fc.oneof(
  fc.constantFrom(
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    'then',
    '',
    'a.b',
    '$where',
  ),
  fc.constantFrom('role', 'userId', 'partnerId', 'isAdmin', 'createdAt', '\0', '\ud800'),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
)

const valueAt = (whole: Json, path: Path) => path.reduce<unknown>((at, key) => (at as Json)[key], whole)
const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)

const always = () => true
const never = () => false

const faultsOf = (good: Json, loose: string[], long: string[], known: string[]): fc.Arbitrary<Fault> => {
  const paths = pathsOf(good)
  const objects: Path[] = [[], ...paths.filter((path) => isObject(valueAt(good, path)))]
  const place = fc.constantFrom(...paths)
  const replaced = (
    what: string,
    value: fc.Arbitrary<unknown>,
    certain: (path: Path, to: unknown) => boolean,
  ) =>
    fc.tuple(place, value).map(([path, to]) => ({
      name: `${path.join('.')}: ${what}`,
      certain: certain(path, to),
      apply: (whole: Json) => change(whole, path, to),
    }))
  return fc.oneof(
    replaced('missing', fc.constant(undefined), never),
    replaced('null', fc.constant(null), never),
    replaced('another type', wrongTypes, (path, to) => kindOf(to) !== kindOf(valueAt(good, path))),
    replaced('too long', longer, (path) => !long.includes(String(path.at(-1)))),
    replaced('unwanted characters', unwanted, (path) => !loose.includes(path.at(-1) ?? '')),
    replaced('strange characters', strange, never),
    replaced('any text', fc.string({ unit: 'binary' }), never),
    replaced('any value', fc.jsonValue({ maxDepth: 2 }), never),
    replaced('deep nesting', fc.constant(deep), always),
    fc
      .tuple(fc.constantFrom(...objects), extraKeys, fc.jsonValue({ maxDepth: 1 }))
      .map(([path, key, value]) => ({
        name: `${path.join('.')}: extra ${JSON.stringify(key)}`,
        certain: path.length > 0 || !known.includes(key),
        apply: (whole: Json) => extend(whole, path, key, value),
      })),
  )
}

/**
 * Copies of the good body with one to three faults. `textAt` names the field that is sent as the JSON text of its object. `loose`
 * names the fields that accept any characters, `long` those that accept tens of thousands of them, and `known` fields of the contract that
 * the good body leaves out.
 */
export const corruptBody = (
  good: Json,
  {
    textAt,
    loose = [],
    long = [],
    known = [],
  }: { textAt?: string; loose?: string[]; long?: string[]; known?: string[] },
): fc.Arbitrary<CorruptedBody> =>
  fc
    .tuple(fc.array(faultsOf(good, loose, long, known), { maxLength: 2 }), faultsOf(good, loose, long, known))
    .map(([before, last]) => {
      let whole = good
      for (const fault of before) whole = fault.apply(whole) ?? whole
      const spoiled = last.apply(whole)
      const body = spoiled ?? whole
      const inner = textAt && isObject(body[textAt]) ? jsonOf(body[textAt]) : undefined
      const sent = (textAt && inner !== undefined && change(body, [textAt], inner)) || body
      return {
        text: jsonOf(sent),
        faults: [...before, last].map(({ name }) => name),
        certain: last.certain && spoiled !== undefined,
      }
    })

/** Texts that are not JSON: cut off, or with an extra character. */
export const brokenJson = (good: Json): fc.Arbitrary<string> => {
  const text = JSON.stringify(good)
  const at = fc.nat({ max: text.length - 1 })
  return fc
    .oneof(
      at.map((end) => text.slice(0, end)),
      fc
        .tuple(at, fc.constantFrom('{', '}', '"', ',', '\\', '\0', '\n', "'", 'NaN'))
        .map(([index, wrong]) => text.slice(0, index) + wrong + text.slice(index)),
      fc.constantFrom(
        '',
        ' ',
        '{',
        '[',
        '"',
        'undefined',
        'NaN',
        '{a:1}',
        '\ufeff',
        '<xml/>',
        '['.repeat(50_000),
      ),
    )
    .filter((broken) => !isJson(broken))
}

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Malformed values for ids in addresses. */
export const malformedIds: fc.Arbitrary<string> = fc
  .oneof(
    fc.constantFrom(
      '7',
      '-1',
      'null',
      'undefined',
      '..',
      '.',
      '%00',
      '..%2f..%2fetc%2fpasswd',
      '%2e%2e',
      "'--",
      '*',
    ),
    fc.constantFrom(
      '00000000-0000-0000-0000-00000000000g',
      '{11111111-1111-4111-8111-111111111111}',
      '%ed%a0%80',
    ),
    fc
      .string({ minLength: 1, maxLength: 300, unit: 'binary' })
      .map((text) => encodeURIComponent(text.toWellFormed())),
  )
  .filter((id) => id !== '.' && id !== '..' && id !== '%2e%2e')

/** Queries of any shape: unknown and repeated names, nested, too long, with control characters and lone surrogates. */
export const anyQuery = (names: string[]): fc.Arbitrary<string> => {
  const name = fc.oneof(
    fc.constantFrom(...names, '__proto__', 'constructor', 'a[b]', 'toString', ''),
    fc.string({ maxLength: 8 }).map(encodeURIComponent),
  )
  const value = fc.oneof(
    fc.constantFrom('', '1', 'null', '%00', '%0a', '%ed%a0%80', '%zz', '%', 'creative', 'x'.repeat(9000)),
    fc.string({ maxLength: 20, unit: 'binary' }).map((text) => encodeURIComponent(text.toWellFormed())),
  )
  return fc
    .array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
    .map((pairs) => pairs.map((pair) => pair.join('=')).join('&'))
}
