import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { sendCompressed } from './compression.ts'
import { createPauses } from './pauses.ts'

// Fewer rows are encoded at once: it takes less than a few milliseconds.
const rowsAtOnce = 100

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > rowsAtOnce

/** The JSON of a list in pieces. Its rows are encoded a few at a time. */
const encodeList = async (schema: z.ZodArray, rows: unknown[]) => {
  const pause = createPauses()
  const row = schema.element as z.ZodType
  const pieces: Buffer[] = []
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    await pause()
    const texts = rows.slice(start, start + rowsAtOnce).map((each) => JSON.stringify(row.encode(each)))
    pieces.push(Buffer.from(`${start === 0 ? '[' : ','}${texts.join(',')}`))
  }
  return [...pieces, Buffer.from(']')]
}

/** The JSON of an object with long lists in pieces. */
const encodeObject = async (schema: z.ZodObject, answer: Record<string, unknown>, long: string[]) => {
  const emptied = { ...answer, ...Object.fromEntries(long.map((name) => [name, []])) }
  const pieces: Buffer[] = []
  for (const [name, value] of Object.entries(schema.encode(emptied))) {
    if (value === undefined) continue
    pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`))
    if (long.includes(name)) {
      pieces.push(...(await encodeList(schema.shape[name] as z.ZodArray, answer[name] as unknown[])))
    } else pieces.push(Buffer.from(JSON.stringify(value)))
  }
  return [...pieces, Buffer.from('}')]
}

/**
 * The JSON of an answer by its schema, which fails for one that carries more than its schema. That of a long list, or of an object
 * with one, comes in pieces, and other requests are answered in between.
 */
export const encodeAnswer = async (schema: z.ZodType, answer: unknown): Promise<string | Buffer[]> => {
  if (isLong(answer) && schema instanceof z.ZodArray) return encodeList(schema, answer)
  if (typeof answer === 'object' && answer !== null) {
    const long = Object.entries(answer).flatMap(([name, value]) => (isLong(value) ? name : []))
    // Zod looks its classes up by name, which is slow: only the few answers with long lists are asked for theirs.
    if (long.length > 0 && schema instanceof z.ZodObject) {
      const lists = long.filter((name) => schema.shape[name] instanceof z.ZodArray)
      if (lists.length > 0) return encodeObject(schema, answer as Record<string, unknown>, lists)
    }
  }
  return JSON.stringify(schema.encode(answer))
}

/** Sends an answer as JSON. */
export const sendAnswer = async (reply: FastifyReply, schema: z.ZodType, answer: unknown) => {
  const encoded = await encodeAnswer(schema, answer)
  return sendCompressed(reply.type('application/json; charset=utf-8'), encoded)
}
