// Splits the contract for browsers. A screen that only reads needs the paths of endpoints, names and labels; only forms need schemas. The
// bundler gets each file of the contract as two modules, one with everything that is made with Zod and one with the rest. So Zod and
// the schemas load with the first form, and schemas that only the server needs never load.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Plugin, parseAst } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}
/** A constant, function or class at the top of a file. */
interface Declared {
  name: string
  text: string
  isExported: boolean
  /** The names that the declaration needs, from this file or from its imports. */
  uses: Set<string>
}
interface ContractFile {
  /** The imports, by local name. */
  imports: Map<string, { from: string; name: string }>
  /** The code of the re-exports from other files. */
  passedOn: string
  declared: Map<string, Declared>
}

const root = join(import.meta.dirname, '..')
const contract = join(root, 'contract')
const sentKeys = ['method', 'path']
export const schemaPart = '?schemas'
export const plainPart = '?plain'

const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string'

/** Collects the names that a value needs at run time, which excludes types, properties and keys. */
const namesIn = (node: Node, names = new Set<string>()) => {
  if (node.type === 'Identifier') names.add(node.name as string)
  for (const [key, child] of Object.entries(node)) {
    const isKey = (key === 'key' || key === 'property') && !node.computed
    if (isKey && !(node.type === 'Property' && node.shorthand)) continue
    for (const each of Array.isArray(child) ? child : [child]) {
      if (isNode(each) && (!/^TS/.test(each.type) || 'expression' in each)) namesIn(each, names)
    }
  }
  return names
}

/** Returns what the browser needs of an `endpoint(…)`, by name; null for any other value. */
const endpointParts = (value: Node | null) => {
  const { name } = (value?.callee ?? {}) as { name?: string }
  if (value?.type !== 'CallExpression' || name !== 'endpoint') return null
  const given = value.arguments as Node[]
  return sentKeys.map((key, index) => ({ key, value: given[index] as Node }))
}

const namesOfPattern = (pattern: Node): string[] => [...namesIn(pattern)]

const declarationsOf = (statement: Node, code: string): Declared[] => {
  const isExported = statement.type === 'ExportNamedDeclaration'
  const node = (isExported ? statement.declaration : statement) as Node | null
  const textOf = ({ start, end }: Node) => code.slice(start, end)
  if (node?.type === 'FunctionDeclaration' || node?.type === 'ClassDeclaration') {
    const { name } = node.id as unknown as { name: string }
    return [{ name, text: textOf(node), isExported, uses: namesIn(node) }]
  }
  if (node?.type !== 'VariableDeclaration') return []
  return (node.declarations as Node[]).flatMap(({ id, init }) => {
    const value = init as Node
    const parts = endpointParts(value)
    const isComputed = !['ArrowFunctionExpression', 'FunctionExpression', 'Literal'].includes(value.type)
    const whole = isComputed ? `/* @__PURE__ */ (() => (${textOf(value)}))()` : textOf(value)
    const text = parts ? `{ ${parts.map(({ key, value }) => `${key}: ${textOf(value)}`).join(', ')} }` : whole
    const uses = parts ? new Set(parts.flatMap((part) => [...namesIn(part.value)])) : namesIn(value)
    return namesOfPattern(id as Node).map((name) => ({
      name,
      text: `const ${textOf(id as Node)} = ${text}`,
      isExported,
      uses,
    }))
  })
}

const readContractFile = (path: string): ContractFile => {
  const code = readFileSync(path, 'utf8')
  const { body } = parseAst(code, { lang: 'ts' }) as unknown as { body: Node[] }
  const textOf = (statements: Node[]) =>
    statements.map(({ start, end }) => `${code.slice(start, end)}\n`).join('')
  const imported = body.filter(
    ({ type, importKind }) => type === 'ImportDeclaration' && importKind !== 'type',
  )
  const imports: ContractFile['imports'] = new Map()
  for (const { source, specifiers } of imported) {
    const { value } = source as unknown as { value: string }
    const from = value.startsWith('.') ? join(dirname(path), value) : value.replace(/^#contract/, contract)
    for (const { imported, local } of specifiers as {
      imported: { name: string }
      local: { name: string }
    }[]) {
      imports.set(local.name, { from, name: imported.name })
    }
  }
  const passedOn = body.filter(({ type, source }) => source && type !== 'ImportDeclaration')
  const declared = body.flatMap((statement) => declarationsOf(statement, code))
  return {
    imports,
    passedOn: textOf(passedOn),
    declared: new Map(declared.map((each) => [each.name, each])),
  }
}

const readContract = () =>
  new Map(
    readdirSync(contract, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => [join(contract, name), readContractFile(join(contract, name))]),
  )

/** Returns a function that finds whether a name is made with Zod, or with something that is. */
const schemaFinder = (files: ReturnType<typeof readContract>) => {
  const known = new Map<string, boolean>()
  const isSchema = (path: string, name: string): boolean => {
    const key = `${path} ${name}`
    const found = known.get(key)
    if (found !== undefined) return found
    known.set(key, false)
    const file = files.get(path)
    const needsZod = [...(file?.declared.get(name)?.uses ?? [])].some((used) => {
      if (used === name) return false
      const target = file?.imports.get(used)
      if (!target) return isSchema(path, used)
      return target.from === 'zod' || isSchema(target.from, target.name)
    })
    known.set(key, needsZod)
    return needsZod
  }
  return isSchema
}

const importOf = (names: string[], from: string) =>
  names.length > 0 ? `import { ${names} } from '${from}'\n` : ''

const partOf = (path: string, { imports }: ContractFile, declared: Declared[], others: Declared[]) => {
  const isUsed = (name: string) => declared.some(({ uses }) => uses.has(name))
  const imported = [...imports].filter(([local]) => isUsed(local))
  const ofOthers = others.map(({ name }) => name).filter(isUsed)
  return [
    ...imported.map(([local, { from, name }]) => importOf([`${name} as ${local}`], from)),
    importOf(ofOthers, path + plainPart),
    ...new Set(declared.map(({ text }) => `${text}\n`)),
    `export { ${declared.map(({ name }) => name)} }`,
  ].join('')
}

export const browserContract = (): Plugin => {
  let files: ReturnType<typeof readContract>
  let isSchema: ReturnType<typeof schemaFinder>
  return {
    name: 'browser-contract',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      files = readContract()
      isSchema = schemaFinder(files)
    },
    resolveId: {
      filter: { id: /\?(schemas|plain)$/ },
      handler: (id) => id,
    },
    load: {
      filter: { id: /[\\/]contract[\\/].*\.ts(\?(schemas|plain))?$/ },
      handler(id) {
        const [path = ''] = id.split('?')
        const file = files.get(path)
        if (!file) return null
        const all = [...file.declared.values()]
        const schemas = all.filter(({ name }) => isSchema(path, name))
        const plain = all.filter((each) => !schemas.includes(each))
        if (id.endsWith(schemaPart)) return { code: partOf(path, file, schemas, plain), moduleType: 'ts' }
        if (id.endsWith(plainPart)) return { code: partOf(path, file, plain, []), moduleType: 'ts' }
        const exportsOf = (part: string, declared: Declared[]) => {
          const names = declared.filter(({ isExported }) => isExported).map(({ name }) => name)
          return names.length > 0 ? `export { ${names} } from '${path}${part}'\n` : ''
        }
        return {
          code: `${exportsOf(plainPart, plain)}${exportsOf(schemaPart, schemas)}${file.passedOn}export {}`,
          moduleType: 'ts',
        }
      },
    },
  }
}
