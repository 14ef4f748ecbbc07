import { type Signal, useSignal } from '@preact/signals'
import BookOpen from 'lucide/dist/esm/icons/book-open.mjs'
import Building from 'lucide/dist/esm/icons/building.mjs'
import CircleHelp from 'lucide/dist/esm/icons/circle-question-mark.mjs'
import Download from 'lucide/dist/esm/icons/download.mjs'
import Smile from 'lucide/dist/esm/icons/face-slightly-smiling.mjs'
import Keyboard from 'lucide/dist/esm/icons/keyboard.mjs'
import ListChecks from 'lucide/dist/esm/icons/list-checks.mjs'
import LogOut from 'lucide/dist/esm/icons/log-out.mjs'
import SettingsIcon from 'lucide/dist/esm/icons/settings.mjs'
import UserRound from 'lucide/dist/esm/icons/user-round.mjs'
import UsersIcon from 'lucide/dist/esm/icons/users.mjs'
import { useEffect, useRef } from 'preact/hooks'
import logo from '../../design/logo.svg'
import { csrfToken } from '../client/csrf-token.ts'
import { SearchBox } from '../find/search-box.tsx'
import { helpShown } from '../help/help-shown.ts'
import { InviteButton } from '../invite/invite-button.tsx'
import { isListShown } from '../keyboard/list-shown.ts'
import { StatusLine } from '../message/overlays/status-line.tsx'
import { route } from '../model/current-route.ts'
import { leaveDevice } from '../notify/device.ts'
import { DeviceSwitch } from '../notify/device-switch.tsx'
import { NotificationChoice } from '../notify/notification-choice.tsx'
import { Avatar } from '../parts/avatar.tsx'
import { useCommand } from '../parts/commands.ts'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.tsx'
import { dropCopy } from '../store/copy/copy-mark.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { t } from '../texts/texts.ts'
import { install, installOffer } from './install.ts'
import { LanguageChoice } from './language-choice.tsx'
import { OtherOrganizations } from './other-organizations.tsx'
import { ThemeChoice } from './theme-choice.tsx'
import '../shell/top-bar.css'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'

const HelpDialog = lazily(async () => (await import('../help/help-dialog.tsx')).HelpDialog)
const StatusDialog = lazily(async () => (await import('../message/overlays/status-dialog.tsx')).StatusDialog)

/** The organization, the search, and the account menu with settings and log-out. */
export function TopBar() {
  const store = useStore()
  const isChangingStatus = useSignal(false)
  const help = helpShown(store)
  useCommand('open-help', () => {
    help.value = 'formatting'
  })
  return (
    <>
      <header class="top-bar">
        <a class="home" href="#inbox" aria-label={store.realm.value.name}>
          <img src={logo} alt="" width="24" height="24" />
          <span class="ellipsis">{store.realm.value.name}</span>
        </a>
        <SearchBox />
        <AccountMenu isChangingStatus={isChangingStatus} />
      </header>
      {help.value !== undefined && (
        <HelpDialog
          at={help.value}
          onClose={() => {
            help.value = undefined
          }}
        />
      )}
      {isChangingStatus.value && (
        <StatusDialog
          onClose={() => {
            isChangingStatus.value = false
          }}
        />
      )}
    </>
  )
}

/** Logs out once this device is no longer notified and keeps nothing that was written. */
async function leave(store: Store, event: SubmitEvent): Promise<void> {
  event.preventDefault()
  const form = event.currentTarget as HTMLFormElement
  const { leaveBrowser } = await import('../compose/leave-browser.ts')
  await Promise.all([leaveDevice().catch(() => undefined), dropCopy(), leaveBrowser(store)])
  form.submit()
}

interface AccountMenuProps {
  readonly isChangingStatus: Signal<boolean>
}

function AccountMenu({ isChangingStatus }: AccountMenuProps) {
  const store = useStore()
  const menu = useRef<HTMLDivElement>(null)
  const me = store.people.value.get(store.me)
  useEffect(() => menu.current!.hidePopover(), [route.value])
  useCommand('open-account-menu', () => menu.current?.togglePopover())
  const logOut = useRef<HTMLFormElement>(null)
  useCommand('log-out', () => logOut.current?.requestSubmit())
  const showList = () => {
    menu.current!.hidePopover()
    isListShown(store).value = true
  }
  return (
    <>
      <button
        type="button"
        id="account-button"
        class="account"
        popovertarget="account-menu"
        aria-label={t.account}
      >
        <Avatar person={me} size="medium" />
      </button>
      <div ref={menu} id="account-menu" class="menu" popover="auto">
        <p>
          <strong>{me?.full_name}</strong>
          <span>{me?.delivery_email ?? me?.email}</span>
          <StatusLine person={store.me} />
        </p>
        <button
          type="button"
          onClick={() => {
            menu.current!.hidePopover()
            isChangingStatus.value = true
          }}
        >
          <Icon node={Smile} />
          {t.setStatus}
        </button>
        <ThemeChoice />
        <LanguageChoice />
        <NotificationChoice />
        <DeviceSwitch />
        {installOffer(store).value !== undefined && (
          <button type="button" onClick={() => void install(store)}>
            <Icon node={Download} />
            {t.install}
          </button>
        )}
        <InviteButton class="" onClick={() => menu.current!.hidePopover()} />
        {isAdministrator(store) && (
          <a href="#begin">
            <Icon node={ListChecks} />
            {t.firstSteps}
          </a>
        )}
        <a href="#groups">
          <Icon node={UsersIcon} />
          {t.groups}
        </a>
        <a href={`#user/${store.me}`}>
          <Icon node={UserRound} />
          {t.yourProfile}
        </a>
        <a href="#settings">
          <Icon node={SettingsIcon} />
          {t.settings}
        </a>
        <a href="#organization">
          <Icon node={Building} />
          {t.organization}
        </a>
        <button
          type="button"
          onClick={() => {
            menu.current!.hidePopover()
            helpShown(store).value = 'formatting'
          }}
        >
          <Icon node={CircleHelp} />
          {t.help}
        </button>
        <button type="button" onClick={showList}>
          <Icon node={Keyboard} />
          {t.shortcuts.title}
        </button>
        <a href="/api/" target="_blank" rel="noopener">
          <Icon node={BookOpen} />
          {t.apiReference}
        </a>
        <OtherOrganizations />
        <form ref={logOut} method="post" action="/logout" onSubmit={(event) => void leave(store, event)}>
          <input type="hidden" name="csrftoken" value={csrfToken()} />
          <button type="submit">
            <Icon node={LogOut} />
            {t.logOut}
          </button>
        </form>
      </div>
    </>
  )
}
