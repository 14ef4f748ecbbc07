import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import { Blank } from '../parts/blank.tsx'
import { link } from '../store/session.ts'
import { usePage } from '../store/use-page.ts'
import { t } from '../texts/texts.ts'
import { NoticeLine } from './notice-line.tsx'

/** The page without a state: the server did not answer, or there is no network. */
export function StartFailed() {
  const isOffline = link(usePage()).value.name === 'offline'
  return (
    <>
      <NoticeLine />
      <main class="whole-page">
        <Blank
          icon={CloudOff}
          title={isOffline ? t.offlineStart : t.startFailed}
          hint={isOffline ? t.offlineStartHint : t.startFailedHint}
          isWholeView
        />
      </main>
    </>
  )
}
