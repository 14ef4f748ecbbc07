let token = ''

/**
 * The token of the session that this page began with. Once another session replaces it in this browser, the server refuses
 * what this page sends, so nothing of one person is stored for another.
 */
export function csrfToken(): string {
  token ||= /(?:^|; )csrftoken=([^;]*)/.exec(document.cookie)?.[1] ?? ''
  return token
}
