/** The caller's proof of identity for the server. Made by `apiKey` or `session`. */
export interface Credentials {
  readonly kind: 'key' | 'session'
  /** Where the server takes these credentials. */
  readonly prefix: '/api/v1' | '/json'
  /** The headers of a request. `changes`: its method is not GET. */
  headers(changes: boolean): Readonly<Record<string, string>>
}

/** The API key of a person or a bot, as on its page of settings. Sent with every request (HTTP Basic). */
export function apiKey(email: string, key: string): Credentials {
  const bytes = new TextEncoder().encode(`${email}:${key}`)
  const headers = { authorization: `Basic ${btoa(String.fromCharCode(...bytes))}` }
  return { kind: 'key', prefix: '/api/v1', headers: () => headers }
}

/**
 * The session of the browser that runs the page. `csrfToken` returns the token of the cookie `csrftoken`,
 * over https `__Host-csrftoken`; by default it reads the page's cookies.
 */
export function session(csrfToken: () => string = tokenInCookie): Credentials {
  return {
    kind: 'session',
    prefix: '/json',
    headers: (changes): Record<string, string> => (changes ? { 'x-csrftoken': csrfToken() } : {}),
  }
}

function tokenInCookie(): string {
  const { document } = globalThis as unknown as { readonly document?: { readonly cookie: string } }
  return /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(document?.cookie ?? '')?.[1] ?? ''
}
