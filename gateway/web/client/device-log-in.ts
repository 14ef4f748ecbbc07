import { Api, type ApiOptions } from './api.ts'
import { apiKey, type Credentials } from './credentials.ts'
import { pause } from './pause.ts'
import { RequestError } from './request-error.ts'

/** What a program without a browser shows to the person. */
export interface DevicePrompt {
  /** The page on which the person enters the code. */
  readonly verificationUri: string
  readonly verificationUriComplete: string
  readonly userCode: string
  readonly expiresInSeconds: number
}

/** A person who has let the program in. */
export interface DeviceLogIn {
  readonly email: string
  readonly apiKey: string
  readonly userId: number
  readonly credentials: Credentials
}

export interface DeviceLogInOptions {
  /** The address of the organization. */
  readonly url: string
  /** Shows the code to the person. */
  readonly onCode: (prompt: DevicePrompt) => void
  readonly signal?: AbortSignal
  readonly fetch?: ApiOptions['fetch']
}

/**
 * Logs a program in without a browser of its own (RFC 8628): the person enters a code on a page. Resolves
 * once the person has allowed it. Rejects with a RequestError when the person denies it (ACCESS_DENIED) or
 * the code expires (EXPIRED_TOKEN), or with the reason of `signal`.
 */
export async function logInByDeviceCode({
  url,
  onCode,
  signal,
  fetch,
}: DeviceLogInOptions): Promise<DeviceLogIn> {
  const nobody: Credentials = { kind: 'key', prefix: '/api/v1', headers: () => ({}) }
  const api = new Api({ url, credentials: nobody, ...(fetch !== undefined && { fetch }) })
  const begun = await api.call('POST /device_authorization', {}, { ...(signal && { signal }) })
  onCode({
    verificationUri: begun.verification_uri,
    verificationUriComplete: begun.verification_uri_complete,
    userCode: begun.user_code,
    expiresInSeconds: begun.expires_in,
  })
  let seconds = begun.interval
  for (;;) {
    await pause(seconds * 1000, signal)
    try {
      const { device_code } = begun
      const answer = await api.call('POST /device_token', { device_code }, { ...(signal && { signal }) })
      const { email, api_key: key, user_id: userId } = answer
      return { email, apiKey: key, userId, credentials: apiKey(email, key) }
    } catch (error) {
      if (!(error instanceof RequestError)) throw error
      if (error.code === 'SLOW_DOWN') seconds += 5
      else if (error.code !== 'AUTHORIZATION_PENDING') throw error
    }
  }
}
