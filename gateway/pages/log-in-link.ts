import { html } from './html.ts'

/** The link at the end of pages after which the visitor logs in. */
export const logInLink = html`<p><a href="/login">Log in</a></p>`
