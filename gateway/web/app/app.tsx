import { effect } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import { useEffect, useState } from 'preact/hooks'
import { followSentDrafts, followSynchronization, saveDrafts } from '../compose/drafts.ts'
import { restoreUnsent } from '../compose/restore-unsent.ts'
import { continueLostUploads, resumeUploads } from '../compose/uploads.ts'
import { showEmojiSet } from '../emoji/emoji-set.ts'
import { beginDevice } from '../notify/device.ts'
import { notifyOfMessages } from '../notify/notify.ts'
import { dropCopyOfSession, hasCopy } from '../offline/copy-mark.ts'
import { startCopy } from '../offline/start-copy.ts'
import { Blank } from '../parts/blank.tsx'
import { lazily } from '../parts/lazily.tsx'
import { reportPresence } from '../store/report-presence.ts'
import { link, store } from '../store/session.ts'
import { t } from '../texts/texts.ts'
import { followLanguage } from './language.ts'
import { LoadingShell } from './loading-shell.tsx'
import { logInAddress } from './log-in-address.ts'
import { startServiceWorker } from './service-worker.ts'
import { Shell } from './shell.tsx'
import { StartFailed } from './start-failed.tsx'
import { showTheme } from './theme.ts'
import { showTitle } from './title.ts'
import { StoreContext } from './use-store.ts'

const SpectatorShell = lazily(async () => (await import('../spectate/spectator-shell.tsx')).SpectatorShell, {
  waiting: <LoadingShell />,
})

/** Shows what this device keeps. Loaded when the server cannot be reached. */
const OfflineStart = lazily(async () => (await import('../offline/offline-start.tsx')).OfflineStart, {
  waiting: <LoadingShell />,
})

/** After this time without a state, the page shows that the start has failed. */
const SLOW_MS = 8000
/** The same, where this device keeps conversations to show. */
const SLOW_WITH_COPY_MS = 4000

/** The page: the shell once the state is loaded, before that the loading state. */
export function App() {
  const state = store.value
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), hasCopy() ? SLOW_WITH_COPY_MS : SLOW_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (state === undefined) return
    if (state.isSpectator) {
      void dropCopyOfSession()
      const ends = [effect(() => showTheme(state)), effect(() => showTitle(state))]
      return () => {
        for (const end of ends) end()
      }
    }
    void restoreUnsent(state)
    void resumeUploads(state)
    void beginDevice(state)
    const ends = [
      followSynchronization(state),
      followSentDrafts(state),
      reportPresence(state),
      effect(() => showTheme(state)),
      effect(() => showEmojiSet(state)),
      followLanguage(state),
      effect(() => showTitle(state)),
      notifyOfMessages(state),
      startCopy(state),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [state])

  const isLive = link.value.name === 'live'
  useEffect(() => {
    if (isLive) continueLostUploads()
    const state = store.peek()
    if (isLive && state?.isSpectator === false) saveDrafts(state)
  }, [isLive])

  const isReady = state !== undefined
  useEffect(() => {
    if (isReady && !state.isSpectator) startServiceWorker()
  }, [isReady])

  if (isReady) {
    return (
      <StoreContext.Provider value={state}>
        {state.isSpectator ? <SpectatorShell /> : <Shell />}
      </StoreContext.Provider>
    )
  }
  const { value: status } = link
  if (status.name === 'ended' && status.error.status === 401) {
    location.assign(logInAddress())
    return null
  }
  if (status.name === 'ended') {
    return (
      <main class="whole-page">
        <Blank icon={CloudOff} title={t.startFailed} hint={t.startFailedHint} />
      </main>
    )
  }
  if (status.name === 'offline' || isSlow) {
    return hasCopy() ? <OfflineStart /> : <StartFailed />
  }
  return <LoadingShell />
}
