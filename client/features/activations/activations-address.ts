/**
 * Returns the address of the table of activations, which shows the coming ones unless a time is given. `event` is the id that the
 * activations of one event for several partners share.
 */
export const activationsAddress = (query: { manager?: 'me'; time?: 'all'; event?: string } = {}) =>
  `/admin?${new URLSearchParams({ tab: 'activations', ...query })}`
