/** Answers to a client whose id or secret the provider does not accept (RFC 6749, section 5.2). */
const REFUSALS: ReadonlySet<unknown> = new Set(['invalid_client', 'unauthorized_client'])

/** Whether a request for tokens failed because the provider does not accept the client id or secret. */
export function isClientRefused(error: unknown): boolean {
  const { error: kind, code, status } = error as { error?: unknown; code?: unknown; status?: unknown }
  // To a client that authenticates by a header, the refusal comes as a challenge to do so.
  const isChallenge = code === 'OAUTH_WWW_AUTHENTICATE_CHALLENGE' && status === 401
  return isChallenge || REFUSALS.has(kind)
}
