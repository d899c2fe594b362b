import type { Resource } from '#contract/resources/resources.ts'

export type PreviewProps = {
  file: Resource
  /** Where its bytes are. */
  address: string
  /** Of the element that shows it. */
  onError: () => void
}
