import { useSignal } from '@preact/signals'
import Trash from 'lucide/dist/esm/icons/trash.mjs'
import { useId } from 'preact/hooks'
import { TextField } from '../forms/controls.tsx'
import { useChosen } from '../forms/use-chosen.ts'
import { texts } from '../message/overlays/texts.ts'
import { route } from '../model/current-route.ts'
import { isConversation, type Narrow } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { Dialog } from '../parts/floating/dialog.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../saving/problem.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { ActionNotice } from '../shell/action-notice.tsx'
import { channelName, namesOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { offerUndo, removeUndoably } from '../store/verbs/undo.ts'
import { t } from '../texts/texts.ts'
import { BUILT_IN_VIEWS, isInSidebar, keyOfFragment, ownViews, viewKey } from './views.ts'
import './views-dialog.css'

/** The largest number of characters of a name. */
const MAX_NAME = 100

/**
 * Shows and hides views of the sidebar, opens hidden ones, and adds, renames and removes the reader's own.
 */
export function ViewsDialog({ onClose }: { onClose: () => void }) {
  const store = useStore()
  const list = useListFocus<HTMLUListElement>('button, input')
  return (
    <Dialog title={t.chooseViews} onClose={onClose}>
      <section class="views-choice">
        <ul aria-label={t.views} {...list}>
          {BUILT_IN_VIEWS.map(({ fragment, name }) => (
            <Line key={fragment} fragment={fragment} name={name} onOpen={onClose} />
          ))}
          {ownViews(store).map(({ fragment, name }) => (
            <Line key={fragment} fragment={fragment} name={name} isOwn onOpen={onClose} />
          ))}
        </ul>
        <NewView />
      </section>
      <div class="buttons">
        <button type="button" class="button main" onClick={onClose}>
          {t.close}
        </button>
      </div>
      <ActionNotice />
    </Dialog>
  )
}

interface LineProps {
  readonly fragment: string
  readonly name: string
  readonly isOwn?: boolean
  readonly onOpen: () => void
}

/** A view: whether the sidebar shows it, a link to it, and the buttons that change an own one. */
function Line({ fragment, name, isOwn = false, onOpen }: LineProps) {
  const store = useStore()
  const id = useId()
  const { saving, save } = useSaving()
  const { value: isShown, choose } = useChosen(isInSidebar(store, fragment), saving)
  const show = (is_pinned: boolean) => {
    choose(is_pinned)
    void save(() =>
      store.navigationViews.peek().has(fragment)
        ? server.call('PATCH /navigation_views/{fragment}', { fragment, is_pinned }, { isRepeatable: true })
        : server.call('POST /navigation_views', { fragment, is_pinned, name: null }),
    )
  }
  const naming = (given: string) =>
    server.call('PATCH /navigation_views/{fragment}', { fragment, name: given }, { isRepeatable: true })
  const rename = async (typed: string) => {
    if (await save(() => naming(typed))) offerUndo(store, name, () => naming(name), t.changed)
  }
  const remove = () =>
    removeUndoably(
      store,
      name,
      () => server.call('DELETE /navigation_views/{fragment}', { fragment }, { isRepeatable: true }),
      () => server.call('POST /navigation_views', { fragment, is_pinned: isShown, name }),
    )
  return (
    <li>
      <input
        class="switch"
        type="checkbox"
        role="switch"
        aria-label={texts.showView(name)}
        checked={isShown}
        aria-checked={isShown}
        onChange={({ currentTarget }) => show(currentTarget.checked)}
      />
      {isOwn ? (
        <TextField
          ids={{
            id: `${id}-name`,
            'aria-describedby': `${id}-problem`,
            'aria-invalid': saving.name === 'failed',
          }}
          label={texts.nameOfView(name)}
          maxLength={MAX_NAME}
          value={name}
          onSave={(typed) => void rename(typed)}
        />
      ) : (
        <span class="name">{name}</span>
      )}
      <a href={`#${fragment}`} aria-label={texts.openViewOf(name)} onClick={onOpen}>
        {texts.openView}
      </a>
      {isOwn && (
        <button
          type="button"
          class="icon-button"
          aria-label={texts.removeView(name)}
          title={texts.removeView(name)}
          onClick={() => void remove()}
        >
          <Icon node={Trash} />
        </button>
      )}
      <Problem id={`${id}-problem`} saving={saving} />
    </li>
  )
}

/** A name to begin with: the conversation's or the channel's. */
function nameOfNarrow(store: Store, narrow: Narrow): string {
  const name = isConversation(narrow)
    ? namesOf(store, narrow)
    : narrow.kind === 'channel'
      ? (channelName(store, narrow.channel) ?? '')
      : ''
  return [...name].slice(0, MAX_NAME).join('')
}

/** Adds the open conversation, channel or search under a name. */
function NewView() {
  const store = useStore()
  const id = useId()
  const { saving, save } = useSaving()
  const { value: current } = route
  const narrow = current.view === 'messages' ? current.narrow : undefined
  const name = useSignal(narrow === undefined ? '' : nameOfNarrow(store, narrow))
  const key = viewKey(current)
  const isKnown = [...BUILT_IN_VIEWS, ...ownViews(store)].some(
    ({ fragment }) => keyOfFragment(fragment) === key,
  )
  if (narrow === undefined || isKnown) return <p class="text">{texts.addViewHint}</p>
  const fragment = hashOf(narrow, 'channel' in narrow ? channelName(store, narrow.channel) : undefined).slice(
    1,
  )
  return (
    <form
      aria-label={texts.addView}
      onSubmit={(event) => {
        event.preventDefault()
        if (saving.name === 'saving') return
        void save(() =>
          server.call('POST /navigation_views', { fragment, is_pinned: true, name: name.value.trim() }),
        )
      }}
    >
      <label for={`${id}-name`}>{texts.addView}</label>
      <span class="new-view">
        <input
          id={`${id}-name`}
          class="field"
          dir="auto"
          required
          maxLength={MAX_NAME}
          autocomplete="off"
          placeholder={texts.viewName}
          aria-describedby={`${id}-problem`}
          aria-invalid={saving.name === 'failed'}
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <button type="submit" class="button" aria-disabled={saving.name === 'saving'}>
          {texts.add}
        </button>
      </span>
      <Problem id={`${id}-problem`} saving={saving} />
    </form>
  )
}
