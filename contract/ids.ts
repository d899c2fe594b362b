// This is the pattern of `z.uuid()`, so that no address leads to a request that the server refuses.
const uuid =
  /^([\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}|0{8}(-0{4}){3}-0{12}|f{8}(-f{4}){3}-f{12})$/i

/** Whether a text from an address has the form of an id. It is `id` of `fields.ts` without Zod. */
export const isId = (text: string) => uuid.test(text)
