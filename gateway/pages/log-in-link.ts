import { html } from './html.ts'

/** At the end of pages that have done what they should. */
export const toLogIn = html`<p><a href="/login">Log in</a></p>`
