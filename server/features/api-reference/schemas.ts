import { z } from 'zod'
import { type ErrorCode, errorStatus } from '#contract/errors.ts'

/** A JSON Schema of draft 2020-12, which is the one that OpenAPI 3.1 uses. */
export type JsonSchema = z.core.JSONSchema.JSONSchema

/** Returns the JSON Schema of what a schema of the contract looks like on the wire. That is its input side, also for responses. */
export const wireSchema = (schema: z.ZodType): JsonSchema => {
  // A type that JSON Schema cannot describe, because code checks it, becomes any value.
  const { $schema: _draft, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const codes = Object.keys(errorStatus) as ErrorCode[]

/** The schema of an error's body. */
export const errorSchema: JsonSchema = {
  type: 'object',
  properties: {
    message: { type: 'string', description: 'A message to show to people.' },
    code: { enum: codes },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The message for each invalid input, by its dotted path.',
    },
  },
  required: ['message', 'code'],
}

const descriptions: Record<string, string> = {
  400: 'The request is not valid; `fields` names the invalid input.',
  401: 'Not signed in, or the token does not work.',
  403: 'No access. With the code `step_up_required`, the user has to confirm their identity first.',
  404: 'It does not exist, or the caller may not see it.',
  409: 'It conflicts with the current state, or someone else has changed it.',
  413: 'The request is too large.',
  415: 'The content type is not accepted.',
  416: 'The file does not have this range.',
  421: 'This is not the host name of the portal.',
  429: 'Too many calls; `Retry-After` gives the seconds to wait.',
  '5XX': 'The portal failed or is temporarily unavailable. Try again later.',
}

/** Returns a reference to the response of an error status, which is one of the components. */
export const errorRef = (status: string) => ({ $ref: `#/components/responses/Error${status}` })

export const errorResponses = Object.fromEntries(
  Object.entries(descriptions).map(([status, description]) => [
    `Error${status}`,
    {
      description,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    },
  ]),
)
