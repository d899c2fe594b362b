import { useQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { readOf, snapshotOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { Loading, Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'

const loadForm = async () => {
  if (!('Temporal' in globalThis)) await import('temporal-polyfill/global')
  return import('./hours-form.tsx')
}
const HoursForm = lazyPart(async () => ({ default: (await loadForm()).HoursForm }))
const HoursLine = lazyPart(async () => ({ default: (await loadForm()).HoursLine }))

/** The text about office hours that partners read, and the dialog that changes the hours. */
export function OfficeHours() {
  return (
    <Card
      title="Office hours"
      description="Outside these hours, partners see when you're back."
      actions={
        <Button opens={(opening) => <OfficeHoursDialog {...opening} />}>
          Edit<span className="sr-only"> office hours</span>
        </Button>
      }
    >
      <QueryState
        query={useQuery(readOf('/api/office-hours'))}
        className="min-h-6"
        loading={<Skeleton className="h-4 w-64 max-w-full" />}
        failure={{ title: 'The office hours could not be loaded' }}
      >
        {(saved) => (
          <Suspense fallback={<Skeleton className="h-4 w-64 max-w-full" />}>
            <HoursLine saved={saved} />
          </Suspense>
        )}
      </QueryState>
    </Card>
  )
}

function OfficeHoursDialog(opening: DialogOpening) {
  const hours = useQuery(snapshotOf('/api/office-hours'))
  const isChangedRef = useRef(() => false)
  return (
    <FormDialog
      {...opening}
      title="Office hours"
      description="Outside these hours, partners see when you're back."
      size="wide"
      isGuarded
      isChanged={() => isChangedRef.current()}
    >
      <QueryState query={hours} failure={{ title: 'The office hours could not be loaded' }}>
        {(saved) => (
          <Suspense fallback={<Loading />}>
            <HoursForm saved={saved} isChangedRef={isChangedRef} onDone={() => opening.onOpenChange(false)} />
          </Suspense>
        )}
      </QueryState>
    </FormDialog>
  )
}
