/**
 * In the middle on a desk, a sheet from the bottom on a phone. The ground behind is its shadow, and ScrollLock
 * goes with it: Radix's own overlay locks by a <style> that it writes, which the Content-Security-Policy refuses.
 */
export const dialogLook =
  'fixed z-50 flex flex-col overflow-clip border border-line bg-raised shadow-dialog focus:outline-none ' +
  'max-sm:inset-x-0 max-sm:bottom-0 max-sm:max-h-[92dvh] max-sm:rounded-t-card max-sm:pb-[env(safe-area-inset-bottom)] ' +
  'sm:inset-0 sm:m-auto sm:h-fit sm:max-h-[calc(100dvh-4rem)] sm:w-[calc(100%-3rem)] sm:rounded-card ' +
  'data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in ' +
  'max-sm:data-[state=closed]:animate-sheet-out max-sm:data-[state=open]:animate-sheet-in'
