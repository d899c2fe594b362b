import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import { Notice } from './notice.tsx'

export function NotFoundPage() {
  return (
    <Notice title="404 Page Not Found" text="Did you forget to add the page to the router?">
      <Button asChild variant="primary">
        <Link href="/">Go to the home page</Link>
      </Button>
    </Notice>
  )
}
