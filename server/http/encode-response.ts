import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import { sendCompressed } from './compression.ts'
import { createPauses } from './pauses.ts'

// Up to this many rows are encoded without a pause, which takes a few milliseconds at most.
const rowsAtOnce = 100

const isLong = (value: unknown): value is unknown[] => Array.isArray(value) && value.length > rowsAtOnce

/** Encodes a list as JSON in pieces, a few rows at a time. */
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

/** Encodes an object with long lists as JSON in pieces. */
const encodeObject = async (schema: z.ZodObject, response: Record<string, unknown>, long: string[]) => {
  const emptied = { ...response, ...Object.fromEntries(long.map((name) => [name, []])) }
  const pieces: Buffer[] = []
  for (const [name, value] of Object.entries(schema.encode(emptied))) {
    if (value === undefined) continue
    pieces.push(Buffer.from(`${pieces.length === 0 ? '{' : ','}${JSON.stringify(name)}:`))
    if (long.includes(name)) {
      pieces.push(...(await encodeList(schema.shape[name] as z.ZodArray, response[name] as unknown[])))
    } else pieces.push(Buffer.from(JSON.stringify(value)))
  }
  return [...pieces, Buffer.from('}')]
}

/**
 * Encodes a handler's result as JSON by its schema. Fails if the result has more fields than the schema. A long list, or an object with
 * one, is encoded in pieces, so that other requests can run in between.
 */
export const encodeResponse = async (schema: z.ZodType, response: unknown): Promise<string | Buffer[]> => {
  if (isLong(response) && schema instanceof z.ZodArray) return encodeList(schema, response)
  if (typeof response === 'object' && response !== null) {
    const long = Object.entries(response).flatMap(([name, value]) => (isLong(value) ? name : []))
    // Zod looks up its classes by name, which is slow, so only the few results with long lists are checked for their class.
    if (long.length > 0 && schema instanceof z.ZodObject) {
      const lists = long.filter((name) => schema.shape[name] instanceof z.ZodArray)
      if (lists.length > 0) return encodeObject(schema, response as Record<string, unknown>, lists)
    }
  }
  return JSON.stringify(schema.encode(response))
}

/** Sends a handler's result as JSON. */
export const sendResponse = async (reply: FastifyReply, schema: z.ZodType, response: unknown) => {
  const encoded = await encodeResponse(schema, response)
  return sendCompressed(reply.type('application/json; charset=utf-8'), encoded)
}
