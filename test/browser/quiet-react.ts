import * as React from 'react'

// React's development build takes the stack of each element that it creates, and measures each component, for a developer who looks
// at them in the browser's tools. Nobody does in a test, where this was a third of the time of a page. Its warnings stay.
Object.assign(console, { createTask: undefined, timeStamp: undefined })

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
// React takes ten thousand stacks a second, and then no more until the next one: here it has always taken them.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
