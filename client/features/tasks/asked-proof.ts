import { maxProofs } from '#contract/limits.ts'
import type { PartnerTask } from '#contract/tasks.ts'

type Instructed = Pick<PartnerTask, 'instructions'>

const proofWords =
  /\b(?:photos?|photographs?|pictures?|pics?|screenshots?|snapshots?|selfies?|videos?|proof|receipts?|evidence|scans?|upload|attach)\b/i

const numberWords = ['two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const photoWords = /^(?:photo|photograph|picture|pic|image|selfie|snapshot)s$/i

// Matches a number or a range ("2 to 4"), perhaps the number in brackets as in contracts, perhaps an adjective, and what is counted.
const statement =
  /\b(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten)(?:(?: ?[-–] ?| to | or | and )(\d{1,2}|two|three|four|five|six|seven|eight|nine|ten))?(?: \(\d{1,2}\))?(?: ([a-z][a-z-]{1,19}))? (photos|photographs|pictures|pics|images|selfies|snapshots|screenshots|videos|files|scans|receipts)\b/gi

// Matches text before a number that belongs to something else, such as "3:30", "12/3", "4 x 6", "May 3", "room 5" and "up to 5".
const isOtherNumber =
  /(?:[\d:/.,#×-]|\d (?:by|x|×) |\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|january|february|march|april|august|september|october|november|december|room|hall|floor|suite|booth|table|step|part|page|day|week|number|no|up to|at most|than|maximum|maximum of|max) )$/i

const isNoAdjective =
  /^(?:am|pm|px|mb|people|second|minute|hour|day|week|month|year|inch|of|or|and|per|to|for|with|in|at|on|the|an|your|send|take|upload|attach|add|bring|post|share|make|.*s)$/i

const toNumber = (text: string) => {
  const word = numberWords.indexOf(text.toLowerCase())
  return word < 0 ? Number(text) : word + 2
}

/**
 * Returns how many photos or files the instructions of a task ask for, as read from their text; for a range its lower end. The result
 * is null if they contain no number, different numbers, or a number that is higher than a task accepts.
 */
export const askedProof = ({
  instructions,
}: Instructed): { count: number; noun: 'photo' | 'file' } | null => {
  const text = instructions ?? ''
  const stated = [...text.matchAll(statement)].flatMap(
    ({ index, 1: first = '', 2: last, 3: word, 4: noun = '' }) => {
      const count = toNumber(first)
      const isRangeBackwards = last !== undefined && toNumber(last) <= count
      if (isRangeBackwards || isOtherNumber.test(text.slice(Math.max(0, index - 16), index))) return []
      return word && isNoAdjective.test(word) ? [] : [{ count, isPhoto: photoWords.test(noun) }]
    },
  )
  const [first] = stated
  if (!first || stated.some(({ count }) => count !== first.count)) return null
  if (first.count < 2 || first.count > maxProofs) return null
  return { count: first.count, noun: first.isPhoto ? 'photo' : 'file' }
}

/** Returns whether the instructions of a task ask for proof, as read from their text. */
export const asksForProof = (task: Instructed) =>
  proofWords.test(task.instructions ?? '') || askedProof(task)?.noun === 'photo'
