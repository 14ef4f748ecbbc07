import { html } from './html.ts'
import { type Page, page, seeOther, show } from './page.ts'

/** The page at the address of an organization: says who is logged in, and logs them out. People chat in apps. */
export const homePages = (): Page[] => [
  page({
    method: 'GET',
    path: '/',
    scope: 'organization',
    handler: ({ user, csrf, realm }) => {
      if (user === undefined) return seeOther('/login')
      const body = html`<p>You are logged in as ${user.fullName} (${user.deliveryEmail}).</p>
<p>To chat, open an app and log in to ${realm.record.settings.name} at this address.</p>
<form method="post" action="/logout">${csrf}<button>Log out</button></form>`
      return show({ title: 'Welcome', body })
    },
  }),
]
