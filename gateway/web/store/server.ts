import { createClient, session } from '../client/index.ts'

/** Calls the server of this page with the session of its reader. */
export const server = createClient({ url: location.origin, credentials: session() })
