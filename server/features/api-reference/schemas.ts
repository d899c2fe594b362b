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
    message: { type: 'string', description: 'For a person to read.' },
    code: { enum: codes },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'The message of each wrong input, by its dotted path.',
    },
  },
  required: ['message', 'code'],
}

const descriptions: Record<string, string> = {
  400: 'The request is not valid; `fields` names the input at fault.',
  401: 'Not signed in, or the token does not work.',
  403: 'No access. With the code `step_up_required` the person first has to confirm that it is them.',
  404: 'It does not exist, or the caller may not know that it does.',
  409: 'It does not go with the present state, or was changed meanwhile.',
  413: 'The request is too large.',
  415: 'The content type is another.',
  416: 'The file has no such range.',
  421: 'The portal has another host name.',
  429: 'Too many calls; `Retry-After` has the seconds to wait.',
  '5XX': 'The portal failed, or is unavailable for a moment: try again later.',
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
