import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'

export function NotFoundPage() {
  return (
    <main className="mx-auto grid max-w-page place-items-center px-4 py-24 text-center sm:px-6">
      <div>
        <h1 className="text-26">404 Page Not Found</h1>
        <p className="mt-2 text-muted">Did you forget to add the page to the router?</p>
        <Button asChild variant="primary" className="mt-6">
          <Link href="/">Go to the home page</Link>
        </Button>
      </div>
    </main>
  )
}
