import { signInAddress } from '#client/lib/sign-in-again.ts'
import { Button } from '#client/ui/button.tsx'
import { Guilloche } from '#client/ui/guilloche.tsx'
import { LogoMark } from '#client/ui/logo-mark.tsx'

/** The screen for visitors. On a phone, the card comes before the description. */
export function LandingPage() {
  return (
    <main className="grid min-h-dvh grid-cols-1 grid-rows-[auto_auto_1fr] lg:grid-cols-2 lg:grid-rows-[auto_1fr]">
      <div
        className={
          'relative col-start-1 row-start-3 overflow-clip border-line border-t bg-accent-soft ' +
          'lg:row-span-2 lg:row-start-1 lg:border-t-0 lg:border-r'
        }
      >
        <Guilloche className="absolute top-full left-full w-180 max-w-none -translate-1/2 opacity-40 lg:w-240 xl:w-320" />
      </div>
      <h1
        className={
          'z-10 flex items-center gap-3 px-4 pt-8 text-20 max-lg:justify-center ' +
          'lg:col-start-1 lg:row-start-1 lg:px-16 lg:pt-16'
        }
      >
        <LogoMark />
        Partner Portal
      </h1>
      <section className="grid place-items-center px-4 py-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <div className="w-full max-w-100 rounded-card border border-line bg-surface p-6 text-center sm:p-10">
          <h2 className="text-20">Welcome to the Partner Platform</h2>
          <p className="mt-2 text-muted">For invited partners and the partner team.</p>
          <Button asChild variant="primary" size="large" className="mt-8 w-full">
            <a href={signInAddress()}>Partner Login</a>
          </Button>
          <p className="mt-4 text-13">
            <a href="/verify" className="text-link touch:py-2.5">
              Verify a signed agreement
            </a>
          </p>
        </div>
      </section>
      <p
        className={
          'z-10 col-start-1 row-start-3 max-w-lg text-balance px-4 pt-8 pb-48 text-20 tracking-heading ' +
          'max-lg:mx-auto max-lg:text-center lg:row-start-2 lg:px-16 lg:text-34'
        }
      >
        Your agreements, materials and tasks, and a direct line to the partner team.
      </p>
    </main>
  )
}
