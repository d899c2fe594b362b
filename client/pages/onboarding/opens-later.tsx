import { Alert } from '#client/ui/alert.tsx'
import { ownValue } from '#contract/own-value.ts'
import { trimEndOf } from '#contract/trim-ends.ts'

const places: Record<string, string> = { '/resources': 'Resources open', '/dashboard': 'The dashboard opens' }

/** Says of an address that leads to onboarding for now when it opens. */
export function OpensLater({ path = '' }: { path: string | undefined }) {
  const place = ownValue(places, trimEndOf(path, '/'))
  return place && <Alert tone="info" title={`${place} when both agreements are signed`} />
}
