/** Returns the address of a map of a place. */
export const mapAddress = (place: string) =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`

/** Returns the address that dials a number. What follows the digits, such as an extension, is dialed after a pause. */
export const callAddress = (phone: string) => {
  const [number = '', extension] = phone.split(/ext\.?|x/i)
  const digits = (text: string) => text.replace(/[^\d+*#]/g, '')
  return `tel:${digits(number)}${extension ? `,${digits(extension)}` : ''}`
}
