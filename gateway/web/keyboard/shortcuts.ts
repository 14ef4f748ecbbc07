import { COMPOSER_KEYS } from '../compose/composer-keys.ts'
import { openSearch } from '../find/search-request.ts'
import { focusComposer, focusEnd, focusMessage, messageInFocus, scrollPage } from '../message/focus.ts'
import { DIRECT_MESSAGES } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { runCommand } from '../parts/commands.ts'
import { homeHash } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'
import { t } from '../texts/texts.ts'
import { isListShown } from './list-shown.ts'
import { MESSAGE_SHORTCUTS } from './message-shortcuts.ts'
import { goToNextUnread } from './next-unread.ts'
import type { Shortcut } from './shortcut.ts'
import { cycleChannels, goToTopics, toggleMute, zoom } from './topic-keys.ts'

const go = (hash: string) => () => {
  location.hash = hash
}

const { shortcuts: texts } = t

/** The shortcuts that Zulip's users know. */
export const SHORTCUTS: readonly { readonly name: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    name: texts.goSection,
    shortcuts: [
      { keys: ['n'], name: texts.nextTopic, act: (store) => goToNextUnread(store, 'topic') },
      { keys: ['N'], name: texts.nextFollowed, act: (store) => goToNextUnread(store, 'followed') },
      { keys: ['p'], name: texts.nextDirect, act: (store) => goToNextUnread(store, 'direct') },
      { keys: ['A'], name: texts.previousChannel, act: (store) => cycleChannels(store, -1) },
      { keys: ['D'], name: texts.nextChannel, act: (store) => cycleChannels(store, 1) },
      { keys: ['y'], name: texts.topics, act: goToTopics },
      { keys: ['/'], name: texts.search, act: (store) => openSearch(store, 'search') },
      { keys: ['Ctrl+K'], name: texts.jump, act: (store) => openSearch(store, 'jump') },
      { keys: ['q'], name: texts.findChannel, act: (store) => openSearch(store, 'channel') },
      { keys: ['w'], name: texts.findPerson, act: (store) => openSearch(store, 'person') },
      { keys: ['I'], name: t.inbox, act: go('#inbox') },
      { keys: ['t'], name: t.recent, act: go('#recent') },
      { keys: ['a'], name: t.feed, act: go('#feed') },
      { keys: ['P'], name: t.allDirectMessages, act: go(hashOf(DIRECT_MESSAGES)) },
      { keys: ['*'], name: t.starred, act: go('#narrow/is/starred') },
      { keys: ['d'], name: t.drafts, act: go('#drafts') },
      { keys: ['g'], name: t.account, act: (store) => runCommand(store, 'open-account-menu') },
    ],
  },
  {
    name: texts.readSection,
    shortcuts: [
      { keys: ['j', 'ArrowDown'], name: texts.nextMessage, act: () => focusMessage(1) },
      { keys: ['k', 'ArrowUp'], name: texts.previousMessage, act: () => focusMessage(-1) },
      { keys: ['J', 'PageDown', 'Space'], name: texts.pageDown, act: () => scrollPage(1) },
      { keys: ['K', 'PageUp', 'Shift+Space'], name: texts.pageUp, act: () => scrollPage(-1) },
      { keys: ['Home'], name: texts.oldestMessage, act: (store) => focusEnd(store, 'oldest') },
      { keys: ['End', 'G'], name: texts.newestMessage, act: (store) => focusEnd(store, 'newest') },
      { keys: ['s'], name: texts.zoom, act: zoom },
      { keys: ['M'], name: texts.mute, act: toggleMute },
    ],
  },
  { name: texts.actSection, shortcuts: MESSAGE_SHORTCUTS },
  {
    name: texts.writeSection,
    shortcuts: [
      {
        keys: ['c'],
        name: texts.writeToChannel,
        act: (store) => focusComposer(store) || openSearch(store, 'channel'),
      },
      { keys: ['x'], name: texts.writeToPerson, act: (store) => openSearch(store, 'person') },
      { keys: ['Escape', 'Ctrl+['], name: texts.leave, act: leave },
      {
        keys: ['?'],
        name: texts.list,
        act: (store) => {
          isListShown(store).value = true
        },
      },
    ],
  },
]

/** All that the list of keys shows: the keys of the page and of the composer. */
export const KEY_LIST: readonly {
  readonly name: string
  readonly shortcuts: readonly Pick<Shortcut, 'keys' | 'name'>[]
}[] = [...SHORTCUTS, { name: texts.composerSection, shortcuts: COMPOSER_KEYS }]

/** From a message to the list, from the list to the first view. */
function leave(store: Store): void {
  if (messageInFocus() !== undefined) runCommand(store, 'focus-messages')
  else if (store.settings.peek().web_escape_navigates_to_home_view) location.hash = homeHash(store)
}
