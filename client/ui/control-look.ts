/**
 * What every control that takes text or a choice looks like. On a phone the text is 17: Safari zooms into a field whose
 * text is smaller than 16 px.
 */
export const controlLook =
  'w-full min-w-0 rounded-control border border-control bg-surface text-15 text-ink placeholder:text-muted touch:text-17 ' +
  'focus-visible:-outline-offset-1 aria-invalid:border-danger aria-invalid:inset-ring aria-invalid:inset-ring-danger ' +
  'disabled:cursor-not-allowed disabled:border-line disabled:bg-sunken disabled:text-muted'
