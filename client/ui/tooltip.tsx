import { Tooltip as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

/** Once around the application: a second tooltip shows without delay if the first one closed less than 300 ms ago. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={700} skipDelayDuration={300}>
      {children}
    </Radix.Provider>
  )
}

/**
 * More about its child, which can take the focus, such as a button or a link. Nothing that is said only here. The
 * words lie beside the child in a <div>, so it cannot stand inside a <p>.
 */
export function Tooltip({ content, children }: { content: string; children: ReactElement }) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Content
        sideOffset={6}
        collisionPadding={8}
        className={
          'z-60 max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-12 text-canvas ' +
          'data-[state=closed]:animate-fade-out data-[state=delayed-open]:animate-fade-in'
        }
      >
        {content}
      </Radix.Content>
    </Radix.Root>
  )
}
