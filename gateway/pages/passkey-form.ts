import { type Html, html } from './html.ts'
import type { Say } from './texts/say.ts'

/** Attributes of a form whose script asks the browser for a passkey. The script shows the form. */
export const passkeyAttributes = (options: object): Html =>
  html` class="passkey" data-passkey="${JSON.stringify(options)}" hidden`

/** The content of such a form. The script fills in the response. */
export const passkeyControls = (t: Say, text: string): Html =>
  html`<input type="hidden" name="response" value="">
<p class="wrong" role="alert" hidden>${t('The browser did not get a passkey. Try again, or log in another way.')}</p>
<button class="quiet">${text}</button>`
