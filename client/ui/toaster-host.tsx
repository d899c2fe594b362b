import { lazy, Suspense, useEffect, useReducer } from 'react'
import { readToasts, subscribeToToasts } from '#client/lib/toast.ts'

// Without it a page still works, so a failed load breaks nothing.
const Toaster = lazy(() =>
  import('./toaster.tsx')
    .then(({ Toaster }) => ({ default: Toaster }))
    .catch(() => ({ default: () => <></> })),
)

/** Loads the toaster with the first input or toast: whoever only reads needs none, and an earlier toast shows when it has loaded. */
export const ToasterHost = () => {
  const [isNeeded, need] = useReducer(() => true, readToasts().length > 0)
  useEffect(() => {
    if (isNeeded) return
    const unsubscribe = subscribeToToasts(need)
    for (const type of ['pointerdown', 'keydown']) addEventListener(type, need)
    return () => {
      unsubscribe()
      for (const type of ['pointerdown', 'keydown']) removeEventListener(type, need)
    }
  }, [isNeeded])
  return (
    isNeeded && (
      <Suspense fallback={null}>
        <Toaster />
      </Suspense>
    )
  )
}
