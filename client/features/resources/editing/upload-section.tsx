import { Card } from '#client/ui/card.tsx'
import { UploadForm } from './upload-form.tsx'

/** Where staff put a file into the library. */
export function UploadSection() {
  return (
    <Card title="Upload New Resources (Admin Only)">
      <UploadForm />
    </Card>
  )
}
