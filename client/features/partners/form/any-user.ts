/** In the address of the form of a new partner: no user in particular. */
export const anyUser = 'new'
