import { Download } from 'lucide-react'
import { useId } from 'react'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'

/** Lets the user download their own data. */
export function PersonalData() {
  const id = useId()
  const { mutate: download, isPending } = useEndpointMutation(() => saveResponse('/api/account/data'), {
    serverMessages: 'all',
    failure: 'Your data could not be downloaded. Check your connection and try again.',
  })
  return (
    <section aria-labelledby={id} className="grid justify-items-start gap-3">
      <div>
        <h3 id={id} className="text-15">
          Your data
        </h3>
        <p className="mt-1 text-13 text-muted">
          A ZIP file of everything the portal stores about you: account, profile, agreements, tasks, messages
          and their files.
        </p>
      </div>
      <Button icon={Download} pending={isPending} onClick={() => download()}>
        Download my data
      </Button>
    </section>
  )
}
