/** Where the links of emails lead, below the portal's address. */
export const linkTo = {
  home: '/',
  chat: '/?chat=open',
  task: (id: string) => `/?task=${id}`,
  agreement: (id: string) => `/?agreement=${id}`,
  activation: (id: string) => `/?activation=${id}`,
  resource: (id: string) => `/resources?file=${id}`,
  announcement: (id: string) => `/?announcement=${id}`,
  inbox: '/admin?tab=inbox',
  conversation: (id: string) => `/admin?tab=inbox&conversation=${id}`,
  webhooks: '/admin?tab=api',
  partner: (id: string) => `/admin?tab=partners&partner=${id}`,
}
