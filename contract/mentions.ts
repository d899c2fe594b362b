// The expression is linear: each of its parts has a fixed length.
const mention = /<@([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})>/

/** The pattern of a mention for the database; its group is the id. */
export const mentionPattern = mention.source

/** Returns how a stored text mentions a member of staff: by the id, so that the name can change. */
export const mentionOf = (id: string) => `<@${id}>`

/** Splits a stored text at its mentions: every second part is the id of a mentioned member of staff. */
export const splitAtMentions = (text: string) => text.split(mention)

/** Returns the ids of the members of staff whom a stored text mentions. */
export const mentionedIds = (text: string) => [
  ...new Set(splitAtMentions(text).filter((_, index) => index % 2 === 1)),
]
