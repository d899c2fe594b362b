import { Copy, Download, Printer } from 'lucide-react'
import { saveFrom } from '#client/lib/save-response.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'

const asText = (codes: string[]) =>
  [
    'Partner Portal recovery codes',
    `${location.origin}`,
    '',
    'Each code works once in place of your passkey.',
    '',
    ...codes,
    '',
  ].join('\n')

const download = (codes: string[]) => {
  const url = URL.createObjectURL(new Blob([asText(codes)], { type: 'text/plain' }))
  saveFrom(url, 'partner-portal-recovery-codes.txt')
  URL.revokeObjectURL(url)
}

const copy = async (codes: string[]) => {
  try {
    await navigator.clipboard.writeText(codes.join('\n'))
    toast({ title: 'Codes copied', tone: 'positive' })
  } catch {
    toast({ title: "The codes couldn't be copied", description: 'Download or print them.', tone: 'danger' })
  }
}

/** New recovery codes, which are never shown again, with buttons to save them. */
export function NewCodes({ codes }: { codes: string[] }) {
  return (
    <div className="grid grid-cols-1 gap-3">
      <div data-printed className="rounded-card border border-line bg-sunken p-4">
        <p className="mb-2 hidden font-semibold print:block">Partner Portal recovery codes</p>
        <ul
          aria-label="Recovery codes"
          className="grid grid-cols-[repeat(auto-fill,minmax(17rem,1fr))] gap-x-6 gap-y-1.5 font-mono text-15"
        >
          {codes.map((code) => (
            <li key={code} className="whitespace-nowrap">
              {code}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button icon={Copy} size="small" onClick={() => copy(codes)}>
          Copy
        </Button>
        <Button icon={Download} size="small" onClick={() => download(codes)}>
          Download
        </Button>
        <Button icon={Printer} size="small" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </div>
  )
}
