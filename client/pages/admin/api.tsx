import { ApiTokens } from '#client/features/api-tokens/api-tokens.tsx'
import { useApiTokens } from '#client/features/api-tokens/queries.ts'
import { Webhooks } from '#client/features/webhooks/webhooks.tsx'
import { useIsFirstRead } from '#client/ui/query-state.tsx'

/** The settings that connect the portal with other programs. */
export default function Api() {
  // The webhooks wait for the tokens, because they would move when the tokens above them arrive.
  const isReading = useIsFirstRead([useApiTokens()])
  return (
    <div className="grid grid-cols-1 gap-6">
      <ApiTokens />
      {!isReading && <Webhooks />}
    </div>
  )
}
