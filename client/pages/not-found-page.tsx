import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'

export function NotFoundPage() {
  return (
    <div className="mx-auto grid max-w-page place-items-center py-24 text-center">
      <div>
        <h1 className="text-26">404 Page Not Found</h1>
        <p className="mt-2 text-muted">Did you forget to add the page to the router?</p>
        <Button asChild variant="primary" className="mt-6">
          <Link href="/">Go to the home page</Link>
        </Button>
      </div>
    </div>
  )
}
