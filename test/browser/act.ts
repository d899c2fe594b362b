import React from 'react'
import { flushSync } from 'react-dom'

/** Waits until what the work renders is on the page. */
const act = async (work: () => Promise<void>) => {
  let done: Promise<void> | undefined
  flushSync(() => {
    done = work()
  })
  await done
}

// vitest-browser-react renders within React's `act`, which only the development build has.
Object.assign(React, { act: React.act ?? act })
