/** The value in the address with which the form of a new partner opens without a chosen user. */
export const anyUser = 'new'
