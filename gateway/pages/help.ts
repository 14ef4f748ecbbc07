import { type Html, html } from './html.ts'
import { type Page, page, show } from './page.ts'

const COLUMNS = ['App', 'Chat', 'Notifications while it is closed'] as const

const APPS: readonly (readonly [app: string, chat: string | Html, notifications: string])[] = [
  [
    'This page in a browser',
    'Yes',
    'On computers and Android, at an address with https: turn on “Notify this device” in the account menu. On iPhones and iPads from iOS 16.4, add the page to the Home Screen first.',
  ],
  [
    'The mobile apps of Zulip',
    'Yes: enter the address of this server',
    'Only if the operator has the credentials of the app’s publisher',
  ],
  ['zulip-terminal', 'Yes, with your e-mail address and API key', 'While it runs'],
  ['Bots and programs', html`Yes, through <a href="/api/">the API</a>`, 'Events as they happen'],
]

const table = (): Html => html`<table class="stacked">
<thead><tr>${COLUMNS.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
<tbody>
${APPS.map(
  ([
    app,
    chat,
    notifications,
  ]) => html`<tr><th scope="row">${app}</th><td data-column="${COLUMNS[1]}">${chat}</td>
<td data-column="${COLUMNS[2]}">${notifications}</td></tr>
`,
)}</tbody>
</table>`

const BODY = html`<p>People of an organization use any of these side by side; what one writes, all see at once.</p>
${table()}
<h2>For administrators</h2>
<p>The <a href="/help/administration">guide for administrators</a> goes by task
(<a href="/help/administration/de" lang="de" hreflang="de">auf Deutsch</a>): invite people, close a channel, somebody leaves.</p>
<h2>Your API key</h2>
<p>Apps in a terminal and programs log in with it. You find it in the <a href="/#settings/account">settings of your account</a>,
and keys of bots under <a href="/#settings/bots">your bots</a>.</p>
<h2>Without a connection</h2>
<p>This page opens without a connection and shows the newest conversations that the browser keeps: at most 50, with 50 messages each.
Whoever can use your browser profile can read them too. Logging out deletes them, and a switch in your
<a href="/#settings/preferences">preferences</a> turns it off.</p>
<h2>Mails</h2>
<p>What you miss while you are away comes by mail, unless you turn it off in the
<a href="/#settings/notifications">settings of notifications</a>.</p>
<h2>Keyboard</h2>
<p>Press <code>?</code> in the chat for the list of keys.</p>`

/** The features of each app. */
export const helpPages = (): Page[] => [
  page({
    method: 'GET',
    path: '/help',
    scope: 'server',
    handler: () => show({ title: 'What works with which app', body: BODY, width: 'medium' }),
  }),
]
