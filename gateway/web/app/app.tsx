import { effect } from '@preact/signals'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import { useEffect, useState } from 'preact/hooks'
import { draftTarget } from '../compose/draft-target.ts'
import { followSentDrafts } from '../compose/drafts.ts'
import { restoreUnsent } from '../compose/restore-unsent.ts'
import { followSynchronization, saveDrafts } from '../compose/save-drafts.ts'
import { showEmojiSet } from '../emoji/emoji-set.ts'
import { logInAddress } from '../model/log-in-address.ts'
import { beginDevice } from '../notify/device.ts'
import { notifyOfMessages } from '../notify/notify.ts'
import { startCopy } from '../offline/start-copy.ts'
import { Blank } from '../parts/blank.tsx'
import { lazily } from '../parts/lazily.tsx'
import { LoadingShell } from '../shell/loading-shell.tsx'
import { StartFailed } from '../shell/start-failed.tsx'
import { dropCopyOfSession, hasCopy } from '../store/copy/copy-mark.ts'
import { link, type Session } from '../store/session.ts'
import { showTextSize } from '../store/text-size.ts'
import { showTheme } from '../store/theme.ts'
import { PageContext } from '../store/use-page.ts'
import { StoreContext } from '../store/use-store.ts'
import { reportPresence } from '../store/verbs/report-presence.ts'
import { t } from '../texts/texts.ts'
import { continueLostUploads, resumeUploads } from '../upload/uploads.ts'
import { followFormerMoves, followMovedTopics } from './follow-moved-topics.ts'
import { followDesktopApp, tellDesktopApp } from './join-desktop-app.ts'
import { followLanguage } from './language.ts'
import { startServiceWorker } from './service-worker.ts'
import { Shell } from './shell.tsx'
import { showTitle } from './title.ts'

const SpectatorShell = lazily(async () => (await import('../spectate/spectator-shell.tsx')).SpectatorShell, {
  waiting: <LoadingShell />,
})

/** Shows the copy on this device. Loaded when the server cannot be reached. */
const OfflineStart = lazily(async () => (await import('../offline/offline-start.tsx')).OfflineStart, {
  waiting: <LoadingShell />,
})

/** After this time without a state, the page shows that the start has failed. */
const SLOW_MS = 8000
/** The same, where this device keeps conversations to show. */
const SLOW_WITH_COPY_MS = 4000

/** The page: the shell once the state is loaded, before that the loading state. */
export function App({ session }: { readonly session: Session }) {
  return (
    <PageContext.Provider value={session.page}>
      <Client session={session} />
    </PageContext.Provider>
  )
}

function Client({ session }: { readonly session: Session }) {
  const { page, store } = session
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
      const ends = [effect(() => showTheme(state)), showTitle(state)]
      return () => {
        for (const end of ends) end()
      }
    }
    void restoreUnsent(state)
    void resumeUploads(state, (place) => draftTarget(state, place))
    void followFormerMoves(state).catch(() => undefined)
    void beginDevice(state)
    const ends = [
      followSynchronization(state),
      followSentDrafts(state),
      followMovedTopics(state),
      reportPresence(state),
      effect(() => showTheme(state)),
      effect(() => showTextSize(state)),
      effect(() => showEmojiSet(state)),
      followLanguage(state),
      showTitle(state),
      tellDesktopApp(state),
      notifyOfMessages(state),
      startCopy(state),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [state])

  const isLive = link(page).value.name === 'live'
  useEffect(() => {
    if (isLive) continueLostUploads(page)
    const state = store.peek()
    if (isLive && state?.isSpectator === false) saveDrafts(state)
  }, [isLive])

  const isReady = state !== undefined
  useEffect(() => {
    if (!isReady || state.isSpectator) return
    startServiceWorker()
    followDesktopApp(session)
  }, [isReady])

  if (isReady) {
    return (
      <StoreContext.Provider value={state}>
        {state.isSpectator ? <SpectatorShell /> : <Shell />}
      </StoreContext.Provider>
    )
  }
  const { value: status } = link(page)
  if (status.name === 'ended' && status.error.status === 401) {
    location.assign(logInAddress())
    return null
  }
  if (status.name === 'ended') {
    return (
      <main class="whole-page">
        <Blank icon={CloudOff} title={t.startFailed} hint={t.startFailedHint} isWholeView />
      </main>
    )
  }
  if (status.name === 'offline' || isSlow) {
    return hasCopy() ? <OfflineStart /> : <StartFailed />
  }
  return <LoadingShell />
}
