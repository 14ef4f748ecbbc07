import { html } from './html.ts'
import { type Page, page, show } from './page.ts'

const BODY = html`<p>People of an organization use any of these side by side; what one writes, all see at once.</p>
<table>
<thead><tr><th scope="col">App</th><th scope="col">Chat</th><th scope="col">Notifications while it is closed</th></tr></thead>
<tbody>
<tr><th scope="row">This page in a browser</th><td>Yes</td>
<td>On computers and Android, at an address with https: turn on “Notify this device” in the account menu. On iPhones and iPads
from iOS 16.4, add the page to the Home Screen first.</td></tr>
<tr><th scope="row">The mobile apps of Zulip</th><td>Yes: enter the address of this server</td>
<td>Only if the operator has the credentials of the app’s publisher</td></tr>
<tr><th scope="row">zulip-terminal</th><td>Yes, with your e-mail address and API key</td><td>While it runs</td></tr>
<tr><th scope="row">Bots and programs</th><td>Yes, through <a href="/api/">the API</a></td><td>Events as they happen</td></tr>
</tbody>
</table>
<h2>Your API key</h2>
<p>Apps in a terminal and programs log in with it. You find it in the <a href="/#settings/account">settings of your account</a>,
and keys of bots under <a href="/#settings/bots">your bots</a>.</p>
<h2>Mails</h2>
<p>What you miss while you are away comes by mail, unless you turn it off in the
<a href="/#settings/notifications">settings of notifications</a>.</p>
<h2>Keyboard</h2>
<p>Press <code>?</code> in the chat for the list of keys.</p>`

/** What works with which app. */
export const helpPages = (): Page[] => [
  page({
    method: 'GET',
    path: '/help',
    scope: 'server',
    handler: () => show({ title: 'What works with which app', body: BODY, isWide: true }),
  }),
]
