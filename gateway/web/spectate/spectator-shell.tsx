import Rows from 'lucide/dist/esm/icons/rows-3.mjs'
import logo from '../../design/logo.svg'
import { route } from '../model/current-route.ts'
import { logInAddress } from '../model/log-in-address.ts'
import { ActionNotice } from '../shell/action-notice.tsx'
import { NoticeLine } from '../shell/notice-line.tsx'
import '../shell/shell.css'
import '../shell/top-bar.css'
import { SearchBox } from '../find/search-box.tsx'
import { useShortcuts } from '../keyboard/use-shortcuts.ts'
import { Icon } from '../parts/icon.tsx'
import { ChannelSection } from '../sidebar/channel-section.tsx'
import { SidebarLink } from '../sidebar/sidebar-link.tsx'
import { useStore } from '../store/use-store.ts'
import { Overlays } from '../views/overlays.tsx'
import '../sidebar/sidebar.css'
import { isSpectated } from '../model/is-spectated.ts'
import { narrowKey } from '../model/narrow.ts'
import { routeByIds } from '../store/derived/named-places.ts'
import { t } from '../texts/texts.ts'
import { MessagePlace } from '../views/message-place.tsx'
import { MessagesView } from '../views/messages-view.tsx'
import { useAddressWithIds } from '../views/use-address-with-ids.ts'
import { AccountNeeded } from './account-needed.tsx'
import './spectator-shell.css'
import { SpectatorStart } from './spectator-start.tsx'
import { useRefresh } from './use-refresh.ts'

const { spectating: texts } = t

/** The page for people without an account: web-public channels with their messages, and the way to log in. */
export function SpectatorShell() {
  const store = useStore()
  useShortcuts(store)
  useRefresh(store)
  const { value } = route
  const isFeed = value.view === 'messages' && value.narrow.kind === 'feed'
  return (
    <div class={value.view === 'start' ? 'shell spectating at-start' : 'shell spectating'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t.skipToMessages}
      </button>
      <header class="top-bar">
        <a class="home" href="#inbox" aria-label={store.realm.value.name}>
          <img src={logo} alt="" width="24" height="24" />
          <span class="ellipsis">{store.realm.value.name}</span>
        </a>
        <SearchBox />
        <EntryLinks />
      </header>
      <NoticeLine />
      <nav class="sidebar" aria-label={t.conversations}>
        <div class="sidebar-lines" data-scroller>
          <ul aria-label={t.views}>
            <SidebarLink href="#feed" mark={<Icon node={Rows} />} name={t.feed} isChosen={isFeed} />
          </ul>
          <ChannelSection />
        </div>
      </nav>
      {value.view === 'start' && (
        <main class="phone-start only-heard">
          <h1>{t.conversations}</h1>
        </main>
      )}
      <main id="main" class="main" tabIndex={-1}>
        <SpectatorView />
        <p class="spectator-line">
          {texts.line} <a href={logInAddress(addressOf(value))}>{texts.logIn}</a>
        </p>
        <Overlays />
      </main>
      <ActionNotice />
    </div>
  )
}

function SpectatorView() {
  const store = useStore()
  useAddressWithIds(store)
  const value = route.value.view === 'named' ? routeByIds(store, route.value) : route.value
  if (!isSpectated(value)) return <AccountNeeded />
  if (value.view === 'message') return <MessagePlace key={value.id} id={value.id} />
  if (value.view !== 'messages') return <SpectatorStart />
  const { narrow, near } = value
  if ('channel' in narrow && !store.channels.value.has(narrow.channel)) return <AccountNeeded />
  return <MessagesView key={narrowKey(narrow)} narrow={narrow} near={near} />
}

/** Links to log in and, where people can join by themselves, to sign up. */
function EntryLinks() {
  const store = useStore()
  return (
    <nav class="entry-links" aria-label={t.account}>
      {store.realm.value.isOpen && (
        <a class="button" href="/register">
          {texts.signUp}
        </a>
      )}
      <a class="button main" href={logInAddress(addressOf(route.value))}>
        {t.logIn}
      </a>
    </nav>
  )
}

/** The fragment of the address. The route is an argument, so that a link is drawn again when it changes. */
const addressOf = (_route: typeof route.value): string => location.hash
