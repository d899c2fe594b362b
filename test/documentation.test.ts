import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { commands } from '#server/command-line/commands.ts'
import { Environment } from '#server/environment.ts'

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const guide = pages.filter((page) => page.startsWith('docs/guide/'))
const settings = new Set(Object.keys(Environment.shape))

const withoutCode = (text: string) => text.replaceAll(/```[\s\S]*?```/g, '').replaceAll(/`[^`\n]*`/g, '')
const codeIn = (text: string) => {
  const blocks = [...text.matchAll(/```\w*\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  const rest = text.replaceAll(/```[\s\S]*?```/g, '')
  return [...blocks, ...[...rest.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)]
}

/** Makes the anchor of a heading as GitHub does. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
const anchorsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading))

const brokenLinks = (page: string) =>
  [...withoutCode(textOf(page)).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = '']) => target)
    .filter((target) => !/^\w+:/.test(target))
    .filter((target) => {
      const [path = '', anchor] = target.split('#')
      const file = path ? join(root, dirname(page), path) : join(root, page)
      if (!existsSync(file)) return true
      if (anchor === undefined || statSync(file).isDirectory()) return false
      return !anchorsOf(relative(root, file)).includes(anchor)
    })

test.each(pages)('all links of %s lead somewhere', (page) => {
  expect(brokenLinks(page)).toEqual([])
})

test("the guide's index names each of its pages, and the README the index", () => {
  const index = textOf('docs/guide/README.md')
  const missing = guide.filter(
    (page) => page !== 'docs/guide/README.md' && !index.includes(`(${page.slice(11)})`),
  )
  expect(missing).toEqual([])
  expect(textOf('README.md')).toContain('(docs/guide/README.md)')
})

// Settings of Node and of the shell, not of the portal.
const others = new Set(['NODE_EXTRA_CA_CERTS'])
const isSetting = (name: string) => others.has(name) || settings.has(name.replace(/_FILE$/, ''))

test.each(guide)('every setting in %s is one of the portal', (page) => {
  const named = codeIn(textOf(page)).flatMap((code) => [
    ...[...code.matchAll(/^([A-Z][A-Z0-9_]+)=/gm)].map(([, name = '']) => name),
    ...(/^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(code) ? [code] : []),
  ])
  expect(named.filter((name) => !isSetting(name))).toEqual([])
})

test('the table in docs/operations.md has every setting', () => {
  const text = textOf('docs/operations.md')
  expect([...settings].filter((name) => !text.includes(`${name}`))).toEqual([])
})

test.each(pages)('every command in %s exists', (page) => {
  const code = codeIn(textOf(page)).join('\n')
  const scripts = Object.keys(JSON.parse(textOf('package.json')).scripts)
  const [ofPortal, ofNpm] = [
    code.matchAll(/(?:^|[;&|] |\broot )(?:npm run (?:-s )?portal -- |portal )([a-z][a-z-]+)/gm),
    code.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g),
  ].map((matches) => [...matches].map(([, name = '']) => name))
  expect(ofPortal?.filter((name) => !commands.some((command) => command.name === name))).toEqual([])
  expect(ofNpm?.filter((name) => !scripts.includes(name))).toEqual([])
})

test('every peer in docs/compatibility.md has its test', () => {
  const peers = [...textOf('docs/compatibility.md').matchAll(/npm run test:peers ([\w-]+)`/g)]
  const missing = peers.filter(([, name]) => !existsSync(join(root, `peers/${name}.test.ts`)))
  expect(missing.map(([, name]) => name)).toEqual([])
})
