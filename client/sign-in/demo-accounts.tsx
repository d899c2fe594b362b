import type { DemoAccount } from '#contract/sign-in.ts'

type DemoAccountsProps = { accounts: DemoAccount[]; returnTo: string | undefined }

/** One click for each demo account. */
export const DemoAccounts = ({ accounts, returnTo }: DemoAccountsProps) => (
  <section aria-labelledby="demo-accounts" className="border-line border-t pt-6">
    <h2 id="demo-accounts" className="text-17">
      Demo accounts
    </h2>
    <p className="text-13 text-muted">Sample data, stored only on this machine. Choose an account.</p>
    <ul className="mt-3 flex flex-col gap-2">
      {accounts.map(({ email, name, about }) => (
        <li key={email}>
          <a
            href={`/api/login?${new URLSearchParams({ as: email, ...(returnTo ? { returnTo } : {}) })}`}
            className="block rounded-control border border-line px-3 py-2 hover:border-control hover:bg-sunken"
          >
            <span className="flex flex-wrap justify-between gap-x-3">
              <span className="font-medium">{name}</span>
              <span className="text-13 text-muted">{email}</span>
            </span>
            <span className="block text-13 text-muted">{about}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)
