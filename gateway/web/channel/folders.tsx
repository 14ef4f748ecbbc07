import { useSignal } from '@preact/signals'
import ArrowDown from 'lucide/dist/esm/icons/arrow-down.mjs'
import ArrowUp from 'lucide/dist/esm/icons/arrow-up.mjs'
import FolderIcon from 'lucide/dist/esm/icons/folder.mjs'
import { Confirm } from '../forms/confirm.tsx'
import { TextField } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { channelHash } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { Problem } from '../saving/problem.tsx'
import { usePlaced } from '../saving/use-placed.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { Folder } from '../store/slices/folders.ts'
import { useStore } from '../store/use-store.ts'
import { collator } from '../texts/collator.ts'
import { t } from '../texts/texts.ts'
import { NEW_FOLDER } from './places.ts'
import '../forms/settings.css'
import './channel-view.css'
import { texts } from './texts.ts'
import { onlyAdministrators, WhoMay } from './who-may.tsx'

/** The folders of channels in their order. Administrators change them. */
export function Folders() {
  const store = useStore()
  const may = isAdministrator(store)
  const list = useListFocus<HTMLUListElement>('button, input')
  const ordering = useSaving()
  const folders = store.folders.value
  const active = folders.filter(({ is_archived }) => !is_archived)
  const archived = folders.filter(({ is_archived }) => is_archived)
  /** Exchanges a folder with its neighbour among those that are shown. */
  const move = (folder: Folder, step: -1 | 1) => {
    const other = active[active.indexOf(folder) + step]!
    const order = folders.map(({ id }) => (id === folder.id ? other.id : id === other.id ? folder.id : id))
    void ordering.save(() => server.call('PATCH /channel_folders', { order }, { isRepeatable: true }))
  }
  return (
    <>
      <ViewBar back={{ href: '#channels', name: texts.browse }}>
        <h1>{texts.folders}</h1>
        <span class="channel-actions">
          <a class="button" href="#organization/channel-groups">
            {texts.defaultGroups}
          </a>
          <a class="button" href="#channels">
            {texts.browse}
          </a>
        </span>
      </ViewBar>
      <div class="settings new folders" data-scroller>
        <div class="part">
          <p class="text">{texts.foldersHint}</p>
          {!may && <WhoMay text={onlyAdministrators(store)} />}
          {may && <NewFolder />}
          <section>
            <h2 class="only-heard">{texts.folders}</h2>
            <Problem saving={ordering.saving} />
            {active.length === 0 ? (
              <Blank icon={FolderIcon} title={texts.noFolders} />
            ) : (
              <ul class="folder-list" {...list}>
                {active.map((folder, index) => (
                  <li key={folder.id}>
                    <FolderForm folder={folder} may={may}>
                      <button
                        type="button"
                        class="icon-button"
                        aria-label={texts.moveUp(folder.name)}
                        title={texts.moveUp(folder.name)}
                        disabled={!may || index === 0}
                        onClick={() => move(folder, -1)}
                      >
                        <Icon node={ArrowUp} />
                      </button>
                      <button
                        type="button"
                        class="icon-button"
                        aria-label={texts.moveDown(folder.name)}
                        title={texts.moveDown(folder.name)}
                        disabled={!may || index === active.length - 1}
                        onClick={() => move(folder, 1)}
                      >
                        <Icon node={ArrowDown} />
                      </button>
                    </FolderForm>
                  </li>
                ))}
              </ul>
            )}
          </section>
          {archived.length > 0 && (
            <section>
              <h2>{texts.archivedFolders}</h2>
              <ul class="chosen-list">
                {archived.map((folder) => (
                  <ArchivedFolder key={folder.id} folder={folder} may={may} />
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </>
  )
}

function NewFolder() {
  const { saving, save, at, problem, rest } = usePlaced(NEW_FOLDER)
  const name = useSignal('')
  const create = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    if (await save(() => server.call('POST /channel_folders/create', { name: name.value.trim() })))
      name.value = ''
  }
  return (
    <form class="add" onSubmit={create}>
      <label for={at('name').id}>{texts.newFolder}</label>
      <div class="beside">
        <input
          {...at('name')}
          class="field"
          dir="auto"
          required
          maxLength={100}
          autocomplete="off"
          placeholder={texts.name}
          value={name.value}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {t.add}
        </button>
      </div>
      {problem('name', texts.name)}
      {rest}
    </form>
  )
}

interface FolderFormProps {
  readonly folder: Folder
  readonly may: boolean
  readonly children: preact.ComponentChildren
}

function useFolderChange({ id: channel_folder_id }: Folder) {
  const { saving, save } = useSaving()
  const change = (changed: { name?: string; description?: string; is_archived?: boolean }) =>
    save(() =>
      server.call(
        'PATCH /channel_folders/{channel_folder_id}',
        { channel_folder_id, ...changed },
        { isRepeatable: true },
      ),
    )
  return { saving, change }
}

/** The name and description of a folder, its channels, and its actions. */
function FolderForm({ folder, may, children }: FolderFormProps) {
  const store = useStore()
  const naming = useFolderChange(folder)
  const describing = useFolderChange(folder)
  const archiving = useFolderChange(folder)
  const isAsking = useSignal(false)
  const channels = [...store.allChannels.value.values()]
    .filter(({ folder_id }) => folder_id === folder.id)
    .sort((a, b) => collator.compare(a.name, b.name))
  return (
    <section aria-label={folder.name}>
      <div class="folder-head">
        <h3 dir="auto" class="ellipsis">
          {folder.name}
        </h3>
        {children}
        <button
          type="button"
          class="button"
          aria-label={texts.archiveFolder(folder.name)}
          disabled={!may}
          onClick={() => {
            isAsking.value = true
          }}
        >
          {texts.archiveNow}
        </button>
      </div>
      <Problem saving={archiving.saving} />
      <Row name={texts.name} saving={naming.saving}>
        {(ids) => (
          <TextField
            ids={ids}
            value={folder.name}
            maxLength={100}
            isFixed={!may}
            onSave={(name) => void naming.change({ name })}
          />
        )}
      </Row>
      <Row name={texts.description} saving={describing.saving}>
        {(ids) => (
          <TextField
            ids={ids}
            value={folder.description}
            maxLength={1024}
            mayBeEmpty
            isFixed={!may}
            onSave={(description) => void describing.change({ description })}
          />
        )}
      </Row>
      {channels.length > 0 && (
        <ul class="chips">
          {channels.map((channel) => (
            <li key={channel.stream_id}>
              <ChannelMark channel={store.channels.value.get(channel.stream_id) ?? channel} />
              <a class="ellipsis" dir="auto" href={channelHash(channel.stream_id, channel.name)}>
                {channel.name}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isAsking.value && (
        <Confirm
          title={texts.archiveFolderQuestion(folder.name)}
          warning={texts.archiveFolderWarning}
          action={texts.archiveNow}
          onConfirm={() => void archiving.change({ is_archived: true })}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </section>
  )
}

function ArchivedFolder({ folder, may }: { folder: Folder; may: boolean }) {
  const { saving, change } = useFolderChange(folder)
  return (
    <li>
      <span class="word" dir="auto">
        {folder.name}
      </span>
      <button
        type="button"
        class="button"
        aria-label={texts.unarchiveChannel(folder.name)}
        disabled={!may}
        onClick={() => void change({ is_archived: false })}
      >
        {texts.unarchive}
      </button>
      <Problem saving={saving} />
    </li>
  )
}
