import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { endpoints } from '#test/endpoints.ts'
import { rawMessage } from '#test/raw-messages.ts'
import { ClientFrame, ConnectQuery } from './chat/frames.ts'
import { messageOf } from './error-messages.ts'

interface Definition {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  element?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  shape?: Record<string, z.ZodType>
}
const definitionOf = (schema: z.ZodType) => schema.def as unknown as Definition

/** Returns the schemas of a schema's input, without the wrappers that make them optional or convert them. */
const inputsOf = (schema: z.ZodType): z.ZodType[] => {
  const { innerType, in: input, options } = definitionOf(schema)
  if (options) return options.flatMap(inputsOf)
  const inner = innerType ?? input
  return inner ? inputsOf(inner) : [schema]
}

const wrongValues: unknown[] = [
  undefined,
  null,
  true,
  -1,
  1.5,
  1e99,
  '',
  'x',
  'x'.repeat(70_000),
  'a\0b',
  '2026-13-45',
  [],
  [null],
  ['x', 'x'],
  Array(2_000).fill('x'),
  {},
  { unknown: 1 },
]

/** Yields inputs with one wrong value each, for every place in the schema. */
function* wrongInputs(schema: z.ZodType): Generator<unknown> {
  yield* wrongValues
  for (const input of inputsOf(schema)) {
    const { shape, element, valueType } = definitionOf(input)
    for (const [name, field] of Object.entries(shape ?? {})) {
      const { values } = (field as { def: { values?: unknown[] } }).def
      // The discriminator of a union must be valid for the other fields to be checked.
      const constants = Object.entries(shape ?? {}).flatMap(([key, each]) => {
        const { type, values: known } = each.def as unknown as { type: string; values?: unknown[] }
        return type === 'literal' && key !== name ? [[key, known?.[0]]] : []
      })
      for (const value of values ? [...wrongValues, 'unknown'] : wrongInputs(field)) {
        yield { ...Object.fromEntries(constants), [name]: value }
      }
    }
    if (element) for (const value of wrongInputs(element)) yield [value]
    if (valueType) for (const value of wrongInputs(valueType)) yield { any: value }
  }
}

const messagesOf = (schema: z.ZodType) => {
  const messages = new Set<string>()
  for (const input of wrongInputs(schema)) {
    for (const { message } of schema.safeParse(input).error?.issues ?? []) messages.add(message)
  }
  return [...messages]
}

const schemas = endpoints.flatMap(({ method, path, params, query, body }) =>
  Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    schema ? [{ name: `${part} of ${method} ${path}`, schema }] : [],
  ),
)

describe.each([
  ...schemas,
  { name: 'frames of the chat', schema: ClientFrame },
  { name: 'the query of the chat', schema: ConnectQuery },
])('$name', ({ schema }) => {
  test('has a plain message for every error, never that of the validator', () => {
    const messages = messagesOf(schema)
    expect(messages.filter((message) => rawMessage.test(message))).toEqual([])
    expect(messages.filter((message) => !/^[A-Z]/.test(message))).toEqual([])
  })
})

test('every part of every request refuses some wrong value', () => {
  const lenient = schemas.filter(({ schema }) => messagesOf(schema).length === 0)
  expect(lenient.map(({ name }) => name)).toEqual([])
  expect(schemas.length).toBeGreaterThan(80)
})

test.each<[string, Parameters<typeof messageOf>[0], string]>([
  [
    'a missing value',
    { code: 'invalid_type', expected: 'string', input: undefined },
    'This field is required',
  ],
  ['text for a number', { code: 'invalid_type', expected: 'number', input: 'x' }, 'Enter a number'],
  ['a number for text', { code: 'invalid_type', expected: 'string', input: 5 }, 'Enter text'],
  ['another value', { code: 'invalid_value', values: ['a', 'b'], input: 'c' }, 'Choose one of a, b'],
  ['the only value', { code: 'invalid_value', values: ['a'], input: 'c' }, 'This must be a'],
  [
    'a long text',
    { code: 'too_big', origin: 'string', maximum: 5, input: 'xxxxxx' },
    'Enter at most 5 characters',
  ],
  ['a small number', { code: 'too_small', origin: 'number', minimum: 1, input: 0 }, 'Enter 1 or more'],
  ['an empty list', { code: 'too_small', origin: 'array', minimum: 1, input: [] }, 'Choose at least one'],
  ['an unknown field', { code: 'unrecognized_keys', keys: ['x'], input: {} }, 'Unknown field'],
])('%s has a plain message', (_what, issue, message) => {
  expect(messageOf(issue)).toBe(message)
})
