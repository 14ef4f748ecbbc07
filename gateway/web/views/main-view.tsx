import Compass from 'lucide/dist/esm/icons/compass.mjs'
import { route } from '../model/current-route.ts'
import { Blank } from '../parts/blank.tsx'
import { lazily } from '../parts/lazily.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { shownRoute } from '../store/home.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { DraftsView } from './drafts-view.tsx'
import { InboxView } from './inbox-view.tsx'
import { useViewKey } from './joined-views.ts'
import { MessagePlace } from './message-place.tsx'
import { MessagesView } from './messages-view.tsx'
import { Overlays } from './overlays.tsx'
import { useAddressWithIds } from './use-address-with-ids.ts'

const SettingsView = lazily(async () => (await import('../settings/settings-view.tsx')).SettingsView)
const ScheduledView = lazily(async () => (await import('../later/scheduled-view.tsx')).ScheduledView)
const RemindersView = lazily(async () => (await import('../later/reminders-view.tsx')).RemindersView)
const OrganizationView = lazily(
  async () => (await import('../organization/organization-view.tsx')).OrganizationView,
)

const RecentView = lazily(async () => (await import('./recent/recent-view.tsx')).RecentView)
const ChannelsView = lazily(async () => (await import('./channels-view.tsx')).ChannelsView)
const ChannelView = lazily(async () => (await import('../channel/channel-view.tsx')).ChannelView)
const Folders = lazily(async () => (await import('../channel/folders.tsx')).Folders)
const NewChannel = lazily(async () => (await import('../channel/new-channel.tsx')).NewChannel)

const BeginView = lazily(async () => (await import('../begin/begin-view.tsx')).BeginView)
const PersonView = lazily(async () => (await import('../person/person-view.tsx')).PersonView)
const GroupsView = lazily(async () => (await import('../groups/groups-view.tsx')).GroupsView)
const GroupView = lazily(async () => (await import('../groups/group-view.tsx')).GroupView)
const NewGroup = lazily(async () => (await import('../groups/new-group.tsx')).NewGroup)

/** The view that the address names. */
export const MainView = () => (
  <main id="main" class="main" tabIndex={-1}>
    <View />
    <Overlays />
  </main>
)

function View() {
  const store = useStore()
  useAddressWithIds(store)
  const value = shownRoute(store, route.value)
  const viewKey = useViewKey(store, value.view === 'messages' ? value.narrow : undefined)
  switch (value.view) {
    case 'messages':
      return <MessagesView key={viewKey} narrow={value.narrow} near={value.near} />
    case 'message':
      return <MessagePlace key={value.id} id={value.id} />
    case 'recent':
      return <RecentView />
    case 'drafts':
      return <DraftsView />
    case 'scheduled':
      return <ScheduledView />
    case 'reminders':
      return <RemindersView />
    case 'channels':
      return <ChannelsView list={value.list} />
    case 'channel':
      return <ChannelView id={value.id} part={value.part} />
    case 'new-channel':
      return <NewChannel />
    case 'folders':
      return <Folders />
    case 'begin':
      return <BeginView />
    case 'user':
      return <PersonView id={value.id} />
    case 'groups':
      return <GroupsView key={value.list} list={value.list} />
    case 'new-group':
      return <NewGroup />
    case 'group':
      return <GroupView id={value.id} part={value.part} />
    case 'settings':
      return <SettingsView section={value.section} />
    case 'organization':
      return <OrganizationView section={value.section} />
    case 'unknown': {
      const [title, hint] =
        value.unknown === 'channel'
          ? [t.noSuchChannel, t.noSuchChannelHint]
          : value.unknown === 'person'
            ? [t.noSuchPerson, t.noSuchPersonHint]
            : [t.unknownAddress]
      return (
        <>
          <ViewBar />
          <Blank icon={Compass} title={title!} hint={hint} isWholeView>
            <a class="button" href="#inbox">
              {t.openInbox}
            </a>
          </Blank>
        </>
      )
    }
    default:
      return <InboxView />
  }
}
