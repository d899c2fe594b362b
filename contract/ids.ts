const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Whether a text has the form of an id, for the values of an address. The server's check of an id is `id` in `fields.ts`. */
export const isId = (text: string) => uuid.test(text)
