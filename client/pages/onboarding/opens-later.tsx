import { Alert } from '#client/ui/alert.tsx'
import { ownValue } from '#contract/own-value.ts'
import { trimEndOf } from '#contract/trim-ends.ts'

const places: Record<string, string> = { '/resources': 'Resources open', '/dashboard': 'The dashboard opens' }

/** Says when the place at an address will open, if the address shows onboarding until then. */
export function OpensLater({ path = '' }: { path: string | undefined }) {
  const place = ownValue(places, trimEndOf(path, '/'))
  return place && <Alert tone="info" title={`${place} when both agreements are signed`} />
}
