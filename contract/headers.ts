/**
 * The header of requests that the user did not cause, such as repeating a read that was out of date. These requests do not extend the
 * session, so that a page that is left open is signed out in time.
 */
export const backgroundHeader = 'x-in-background'

/** The header of a list with the number of all rows, on all pages. */
export const totalHeader = 'X-Total-Count'
