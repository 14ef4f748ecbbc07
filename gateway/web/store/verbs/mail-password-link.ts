import { csrfToken } from '../../client/csrf-token.ts'
import { RequestError } from '../../client/index.ts'
import { t } from '../../texts/texts.ts'

/**
 * Mails somebody a link that sets a new password, as the log-in page does. Rejects when the server refuses.
 */
export async function mailPasswordLink(email: string): Promise<void> {
  const body = new URLSearchParams({ email, csrftoken: csrfToken() ?? '' })
  const { status, ok } = await fetch('/accounts/password/reset', { method: 'POST', body }).catch(() => {
    throw new RequestError('', { code: 'NETWORK_ERROR' })
  })
  if (ok) return
  const text = status === 429 ? t.tooManyAttempts : t.serverAway
  throw new RequestError(text, { code: 'REFUSED', status })
}
