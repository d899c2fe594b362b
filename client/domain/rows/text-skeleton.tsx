import { Skeleton } from '#client/ui/skeleton.tsx'

/** In the place of a title and its details, and as high as they are. */
export function WordsSkeleton({ className }: { className: string }) {
  return (
    <div className={className}>
      <div className="flex h-6 items-center">
        <Skeleton className="h-3.5 w-3/5" />
      </div>
      <div className="flex h-5 items-center">
        <Skeleton className="h-3 w-2/5" />
      </div>
    </div>
  )
}
