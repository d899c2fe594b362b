/** Whether the agreement does not end before it takes effect. */
export const endsAfterItBegins = ({
  effectiveOn,
  endsOn,
}: {
  effectiveOn: string | null
  endsOn: string | null
}): boolean => !effectiveOn || !endsOn || endsOn >= effectiveOn

export const endsBeforeItBegins = { path: ['endsOn'], error: 'It cannot end before it takes effect' }
