import { z } from 'zod'
import { groupDigits } from './group-digits.ts'

type Issue = z.core.$ZodRawIssue

const maxListedOptions = 8

const typeMessages: Record<string, string> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Choose yes or no',
  date: 'Enter a date',
  array: 'A list is required',
  object: 'An object is required',
  record: 'An object is required',
}

const formatMessages: Record<string, string> = {
  email: 'Enter an email address',
  url: 'Enter a web address',
  uuid: 'Enter an ID',
  datetime: 'Enter a date and time',
  date: 'Enter a date',
  time: 'Enter a time',
}

const withCommas = (count: number | bigint) => groupDigits(String(count))

/** Returns the message for a text that has more than `max` characters. */
export const tooLongMessage = (max: number | bigint) => `Enter at most ${withCommas(max)} characters`

const optionsMessage = (options: readonly unknown[]) => {
  if (options.length === 1) return `This must be ${options[0]}`
  return options.length > maxListedOptions
    ? 'Choose one of the options'
    : `Choose one of ${options.join(', ')}`
}

const tooBigMessage = ({ origin, maximum }: { origin: string; maximum: number | bigint }) => {
  if (origin === 'string') return tooLongMessage(maximum)
  return origin === 'array' ? `Choose at most ${withCommas(maximum)}` : `Enter ${withCommas(maximum)} or less`
}

const tooSmallMessage = ({ origin, minimum }: { origin: string; minimum: number | bigint }) => {
  if (origin === 'string' && minimum === 1) return 'This field is required'
  if (origin === 'array' && minimum === 1) return 'Choose at least one'
  if (origin === 'string') return `Enter at least ${withCommas(minimum)} characters`
  return origin === 'array'
    ? `Choose at least ${withCommas(minimum)}`
    : `Enter ${withCommas(minimum)} or more`
}

/** Returns the message for an invalid input, in a plain sentence. A schema can have its own, more specific message. */
export const messageOf = (issue: Issue): string => {
  if (issue.input === undefined || issue.input === null) return 'This field is required'
  switch (issue.code) {
    case 'invalid_type':
      return typeMessages[issue.expected] ?? 'This is not valid'
    case 'invalid_value':
      return optionsMessage(issue.values)
    case 'too_big':
      return tooBigMessage(issue)
    case 'too_small':
      return tooSmallMessage(issue)
    case 'invalid_format':
      return formatMessages[issue.format] ?? 'This is not in the right format'
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}`
    case 'unrecognized_keys':
      return 'Unknown field'
    case 'invalid_union':
      return Array.isArray(issue.options) ? optionsMessage(issue.options) : 'This is not valid'
    default:
      return 'This is not valid'
  }
}

// This applies to every schema, in the browser and on the server.
z.config({ customError: messageOf })
