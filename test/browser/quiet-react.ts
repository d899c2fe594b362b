import * as React from 'react'

// For the developer tools, React's development build captures a stack for each element that it creates, and measures each component.
// Tests use neither, and a page spent a third of its time on them. React's warnings stay.
Object.assign(console, { createTask: undefined, timeStamp: undefined })

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } =
  React as unknown as Record<string, object>
// React captures at most ten thousand stacks a second. Report the limit as reached at all times.
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} })
