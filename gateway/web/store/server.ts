import { csrfToken } from '../app/csrf-token.ts'
import { createClient, session } from '../client/index.ts'

/** Calls this page's server with the reader's session. */
export const server = createClient({ url: location.origin, credentials: session(csrfToken) })
