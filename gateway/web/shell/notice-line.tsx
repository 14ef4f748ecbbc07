import type { ComponentChildren } from 'preact'
import { logInAddress } from '../model/log-in-address.ts'
import { link } from '../store/session.ts'
import { usePage } from '../store/use-page.ts'
import { t } from '../texts/texts.ts'
import './notice-line.css'

/** One quiet line about the connection; hidden while the connection works. `children`: lines below it. */
export function NoticeLine({ children }: { children?: ComponentChildren }) {
  const { name } = link(usePage()).value
  const isAway = name === 'reconnecting' || name === 'offline'
  return (
    <div class="notice-line" role="status">
      {(isAway || name === 'ended') && (
        <p>
          {isAway ? t.offline : t.sessionEnded}
          {name === 'ended' && <a href={logInAddress()}>{t.logIn}</a>}
        </p>
      )}
      {children}
    </div>
  )
}
