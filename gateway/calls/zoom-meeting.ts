import {
  forgetZoomTokens,
  keepZoomTokens,
  type ZoomTokens,
  zoomTokensOf,
} from '../../core/people/zoom/tokens.ts'
import type { UserId } from '../../core/platform/ids.ts'
import type { Caller } from '../../core/state/caller.ts'
import { invalidZoomToken } from './errors.ts'
import { RefusedByZoom, refreshedTokens, startMeeting, type ZoomApp } from './zoom.ts'

/** A token that ends sooner is replaced before it is used. */
const ENDS_SOON_MS = 30_000

/** Refreshes that run in this process. Zoom accepts each refresh token once. */
const refreshing = new Map<UserId, Promise<ZoomTokens>>()

/**
 * Starts a Zoom meeting of the caller, and returns the address at which people join it. Throws
 * INVALID_ZOOM_TOKEN when the caller has connected no account, or Zoom no longer accepts the connection.
 */
export async function startZoomMeeting(app: ZoomApp, caller: Caller, isVideo: boolean): Promise<string> {
  const known = await zoomTokensOf(caller)
  if (known === undefined) throw invalidZoomToken()
  const isStale = known.expiresAt < Date.now() + ENDS_SOON_MS
  const tokens = isStale ? await refresh(app, caller, known) : known
  try {
    return await startMeeting(app, tokens, isVideo)
  } catch (error) {
    if (!(error instanceof RefusedByZoom)) throw error
  }
  // The person has changed the password at Zoom, or the clocks differ: once with a new token.
  const fresh = isStale ? tokens : await refresh(app, caller, tokens)
  try {
    return await startMeeting(app, fresh, isVideo)
  } catch (error) {
    if (!(error instanceof RefusedByZoom)) throw error
    await forgetZoomTokens(caller, fresh)
    throw invalidZoomToken()
  }
}

function refresh(app: ZoomApp, caller: Caller, former: ZoomTokens): Promise<ZoomTokens> {
  const { id } = caller.user
  const running = refreshing.get(id) ?? refreshNow(app, caller, former).finally(() => refreshing.delete(id))
  refreshing.set(id, running)
  return running
}

async function refreshNow(app: ZoomApp, caller: Caller, former: ZoomTokens): Promise<ZoomTokens> {
  try {
    const next = await refreshedTokens(app, former)
    await keepZoomTokens(caller, next)
    return next
  } catch (error) {
    if (!(error instanceof RefusedByZoom)) throw error
  }
  // Another gateway may have used the refresh token meanwhile.
  const stored = await zoomTokensOf(caller)
  if (stored !== undefined && stored.refresh !== former.refresh) return stored
  await forgetZoomTokens(caller, former)
  throw invalidZoomToken()
}
