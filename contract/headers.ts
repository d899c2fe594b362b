/**
 * The header of requests that the user did not cause, such as repeating a read that was out of date. These requests do not extend the
 * session, so that a page that is left open is signed out in time.
 */
export const backgroundHeader = 'x-in-background'

/**
 * The header with the id of the partner that a user of several partners acts for. Where no header can be sent, the query parameter
 * `partnerParameter` has the id. Without a choice, a read is for the partner that was last chosen, and a write is refused (409).
 */
export const partnerHeader = 'X-Partner-Id'
export const partnerParameter = 'for'

/** The header of a list with the number of all rows, on all pages. */
export const totalHeader = 'X-Total-Count'

/** The header with a key that the caller chooses for a request: repeating the request with the same key does nothing more. */
export const idempotencyHeader = 'Idempotency-Key'
