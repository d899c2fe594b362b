import { Tooltip as BaseTooltip } from '@base-ui/react/tooltip'
import { type ReactElement, type ReactNode, useRef } from 'react'

/** Surrounds the tooltips of a screen, so that a second tooltip shows without delay within 300 ms after the first one closes. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  return (
    <BaseTooltip.Provider delay={700} timeout={300}>
      {children}
    </BaseTooltip.Provider>
  )
}

/**
 * A hint about its focusable child, such as a button or a link. The child's label must be complete without the hint. The hint is rendered
 * next to the child in a <div>, so it cannot be inside a <p>.
 */
export function Tooltip({ content, children }: { content: string; children: ReactElement }) {
  const containerRef = useRef<HTMLDivElement>(null)
  return (
    <BaseTooltip.Root>
      <BaseTooltip.Trigger render={children} />
      <div ref={containerRef} className="absolute" />
      <BaseTooltip.Portal container={containerRef}>
        <BaseTooltip.Positioner positionMethod="fixed" sideOffset={6} collisionPadding={8} className="z-60">
          <BaseTooltip.Popup
            className={
              'max-w-72 rounded-control bg-ink px-2.5 py-1.5 text-12 text-canvas ' +
              'data-closed:animate-fade-out data-open:animate-fade-in'
            }
          >
            {content}
          </BaseTooltip.Popup>
        </BaseTooltip.Positioner>
      </BaseTooltip.Portal>
    </BaseTooltip.Root>
  )
}
