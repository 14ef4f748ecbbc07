import { html } from '../html.ts'
import type { HelpTexts } from './help-text.ts'

export const english: HelpTexts = {
  title: 'What works with which app',
  hint: 'People of an organization use any of these side by side; what one writes, all see at once.',
  columns: ['App', 'Chat', 'Notifications while it is closed'],
  apps: [
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
  ],
  parts: [
    [
      'For administrators',
      html`The <a href="/help/administration">guide for administrators</a> goes by task: invite people, close a channel, somebody leaves.`,
    ],
    [
      'Your API key',
      html`Apps in a terminal and programs log in with it. You find it in the <a href="/#settings/account">settings of your account</a>,
and keys of bots under <a href="/#settings/bots">your bots</a>.`,
    ],
    [
      'Without a connection',
      html`This page opens without a connection and shows the newest conversations that the browser keeps: at most 50, with 50 messages each.
Whoever can use your browser profile can read them too. Logging out deletes them, and a switch in your
<a href="/#settings/preferences">preferences</a> turns it off.`,
    ],
    [
      'Mails',
      html`What you miss while you are away comes by mail, unless you turn it off in the
<a href="/#settings/notifications">settings of notifications</a>.`,
    ],
    ['Keyboard', html`Press <code>?</code> in the chat for the list of keys.`],
  ],
}
