import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

type Theme = 'light' | 'dark'
type Rgb = [red: number, green: number, blue: number]

const readText = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
const tokens = readText('./tokens.css')

/** Converts OKLCH to linear sRGB with the matrices of CSS Color 4. A component outside 0 to 1 cannot be displayed. */
function toLinearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function colour(name: string, theme: Theme): Rgb {
  const pair = new RegExp(`--${name}: light-dark\\(oklch\\(([^)]+)\\), oklch\\(([^)]+)\\)\\)`).exec(tokens)
  const parts = pair?.[theme === 'light' ? 1 : 2]?.split(' ').map(Number) ?? []
  const [lightness, chroma, hue] = parts
  if (lightness === undefined || chroma === undefined || hue === undefined)
    throw new Error(`no token --${name}`)
  return toLinearRgb(lightness, chroma, hue)
}

const luminance = ([red, green, blue]: Rgb) => 0.2126 * red + 0.7152 * green + 0.0722 * blue

function contrast(one: string, other: string, theme: Theme): number {
  const [low = 0, high = 0] = [one, other].map((name) => luminance(colour(name, theme))).sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

function toHex(rgb: Rgb): string {
  const encode = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
  return `#${rgb
    .map((part) =>
      Math.round(encode(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

const grounds = ['canvas', 'surface', 'raised', 'sunken']
const tones = ['accent', 'positive', 'caution', 'danger', 'info']
const each = (texts: string[], on: string[]) =>
  texts.flatMap((text) => on.map((ground) => [text, ground] as const))

const texts = [
  ...each(['ink', 'muted', 'accent-strong', ...tones], grounds),
  ...tones.map((tone) => [tone, `${tone}-soft`] as const),
  ...each(
    ['ink', 'muted'],
    tones.map((tone) => `${tone}-soft`),
  ),
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['on-danger', 'danger'],
  ['on-danger', 'danger-strong'],
] as const

const marks = each(['control'], ['canvas', 'surface', 'raised'])

describe.each<Theme>(['light', 'dark'])('%s tokens', (theme) => {
  test.each(texts)('%s is readable on %s', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(4.5)
  })

  test.each(marks)('%s is visible on %s', (mark, ground) => {
    expect(contrast(mark, ground, theme)).toBeGreaterThanOrEqual(3)
  })

  test('are all colors that every screen can display', () => {
    const names = [...tokens.matchAll(/--([\w-]+): light-dark/g)].map(([, name]) => name ?? '')
    const unseen = names.filter((name) => colour(name, theme).some((part) => part < -0.002 || part > 1.002))
    expect(unseen).toEqual([])
  })

  test.each(['index.html', 'sign-in.html', 'verify.html', 'day.html'])(
    'the browser bar of %s has the color of the canvas',
    (page) => {
      const html = readText(`../../${page}`)
      const content = new RegExp(`content="(#[0-9a-f]{6})" data-scheme="${theme}"`).exec(html)?.[1]
      expect(content).toBe(toHex(colour('canvas', theme)))
    },
  )
})
