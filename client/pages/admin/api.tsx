import { ApiTokens } from '#client/features/api-tokens/api-tokens.tsx'
import { Webhooks } from '#client/features/webhooks/webhooks.tsx'

/** What connects the portal with other programs. */
export default function Api() {
  return (
    <div className="grid grid-cols-1 gap-6">
      <ApiTokens />
      <Webhooks />
    </div>
  )
}
