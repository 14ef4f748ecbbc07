let token = ''

/** The token of the session that this browser has now; empty without one. */
export const currentToken = (): string =>
  /(?:^|; )(?:__Host-)?csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''

/**
 * The token of the session that this page began with. Once another session replaces it in this browser, the
 * server refuses this page's requests, so nothing of one person is stored for another.
 */
export function csrfToken(): string {
  token ||= currentToken()
  return token
}
