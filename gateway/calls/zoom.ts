import { z } from 'zod'
import { MAX_ZOOM_ANSWER_BYTES, ZOOM_TIMEOUT_SECONDS } from '../../config/limits.ts'
import type { ZoomTokens } from '../../core/people/zoom/tokens.ts'
import { zoomBusy, zoomFailed, zoomNotConfigured } from './errors.ts'

/** The app that the operator has registered at Zoom (developers.zoom.us, "OAuth"). */
export interface ZoomApp {
  readonly clientId: string
  readonly clientSecret: string
  /** Where people log in, and where the API is. Neither ends with a slash. */
  readonly url: string
  readonly apiUrl: string
}

/** The app of the configuration. Throws without one. */
export function zoomOf(config: {
  readonly zoomClientId?: string
  readonly zoomClientSecret?: string
  readonly zoomUrl: string
  readonly zoomApiUrl: string
}): ZoomApp {
  const { zoomClientId: clientId, zoomClientSecret: clientSecret } = config
  if (clientId === undefined || clientSecret === undefined) throw zoomNotConfigured()
  const bare = (url: string) => url.replace(/\/+$/, '')
  return { clientId, clientSecret, url: bare(config.zoomUrl), apiUrl: bare(config.zoomApiUrl) }
}

/** Zoom refuses a code or a token: the person connects the account again. */
export class RefusedByZoom extends Error {}

/** The page of Zoom that asks whether this server may start meetings. It leads back to `redirectUri`. */
export const authorizeAddress = ({ clientId, url }: ZoomApp, redirectUri: string, state: string): string =>
  `${url}/oauth/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
  })}`

/** The tokens for the code that Zoom's page gave. Throws `RefusedByZoom` and as `ask`. */
export const tokensForCode = (app: ZoomApp, code: string, redirectUri: string): Promise<ZoomTokens> =>
  tokens(app, { grant_type: 'authorization_code', code, redirect_uri: redirectUri })

/** The next tokens. Throws `RefusedByZoom` when the former ones were used or revoked, and as `ask`. */
export const refreshedTokens = (app: ZoomApp, { refresh }: ZoomTokens): Promise<ZoomTokens> =>
  tokens(app, { grant_type: 'refresh_token', refresh_token: refresh })

const TOKEN_LENGTH = 8192
const tokenAnswer = z.object({
  access_token: z.string().min(1).max(TOKEN_LENGTH),
  refresh_token: z.string().min(1).max(TOKEN_LENGTH),
  expires_in: z.coerce.number().min(0).max(1e9),
})

async function tokens(app: ZoomApp, form: Readonly<Record<string, string>>): Promise<ZoomTokens> {
  const basic = Buffer.from(`${app.clientId}:${app.clientSecret}`).toString('base64')
  const now = Date.now()
  const answer = await ask(`${app.url}/oauth/token`, `Basic ${basic}`, new URLSearchParams(form))
  const { data } = tokenAnswer.safeParse(answer)
  if (data === undefined) throw zoomFailed()
  return {
    access: data.access_token,
    refresh: data.refresh_token,
    expiresAt: now + data.expires_in * 1000,
  }
}

const meetingAnswer = z.object({ join_url: z.url({ protocol: /^https?$/ }).max(2000) })

/** Starts a meeting and returns the address at which people join it. Throws `RefusedByZoom` and as `ask`. */
export async function startMeeting(app: ZoomApp, { access }: ZoomTokens, isVideo: boolean): Promise<string> {
  const body = JSON.stringify({ settings: { host_video: isVideo, participant_video: isVideo } })
  const { data } = meetingAnswer.safeParse(
    await ask(`${app.apiUrl}/v2/users/me/meetings`, `Bearer ${access}`, body),
  )
  if (data === undefined) throw zoomFailed()
  return data.join_url
}

/** Statuses of a refused code or token. */
const REFUSALS: readonly number[] = [400, 401]
const TOO_MANY_REQUESTS = 429

/** Sends a request and reads its JSON. Throws `RefusedByZoom`, `zoomBusy`, and `zoomFailed` otherwise. */
async function ask(url: string, authorization: string, body: URLSearchParams | string): Promise<unknown> {
  let status: number
  let text: string
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
      body,
      redirect: 'manual',
      signal: AbortSignal.timeout(ZOOM_TIMEOUT_SECONDS * 1000),
    })
    ;({ status } = response)
    text = await boundedText(response)
  } catch {
    throw zoomFailed()
  }
  if (REFUSALS.includes(status)) throw new RefusedByZoom()
  if (status === TOO_MANY_REQUESTS) throw zoomBusy()
  if (status < 200 || status > 299) throw zoomFailed()
  try {
    return JSON.parse(text)
  } catch {
    throw zoomFailed()
  }
}

async function boundedText({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > MAX_ZOOM_ANSWER_BYTES) throw new Error('the answer of Zoom is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
