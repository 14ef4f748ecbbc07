import { useSignal } from '@preact/signals'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useId } from 'preact/hooks'
import { Confirm } from '../forms/confirm.tsx'
import { TextField } from '../forms/controls.tsx'
import { Problem } from '../forms/problem.tsx'
import { Row } from '../forms/row.tsx'
import { useSaving } from '../forms/saving.ts'
import { channelOptions } from '../organization/shared/channel-row.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { OptionPicker } from '../parts/floating/option-picker.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { isAdministrator } from '../store/derived/roles.ts'
import { server } from '../store/requests/server.ts'
import type { DefaultGroup } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import '../forms/settings.css'
import './channel-view.css'
import { texts } from './texts.ts'
import { onlyAdministrators, WhoMay } from './who-may.tsx'

/** The groups of channels that new people can choose. Administrators change them. */
export function DefaultGroups() {
  const store = useStore()
  const may = isAdministrator(store)
  const list = useListFocus<HTMLUListElement>('button, input')
  return (
    <>
      <ViewBar back={{ href: '#channels', name: texts.browse }}>
        <h1>{texts.defaultGroups}</h1>
        <span class="channel-actions">
          <a class="button" href="#channels/folders">
            {texts.folders}
          </a>
          <a class="button" href="#channels">
            {texts.browse}
          </a>
        </span>
      </ViewBar>
      <div class="settings new folders" data-scroller>
        <div class="part">
          <p class="text">{texts.defaultGroupsHint}</p>
          {may ? <NewGroup /> : <WhoMay text={onlyAdministrators(store)} />}
          <section>
            <h2 class="only-heard">{texts.defaultGroups}</h2>
            <ul class="folder-list" {...list}>
              {store.defaultGroups.value.map((group) => (
                <li key={group.id}>
                  <GroupForm group={group} may={may} />
                </li>
              ))}
            </ul>
          </section>
        </div>
      </div>
    </>
  )
}

function NewGroup() {
  const id = useId()
  const { saving, save } = useSaving()
  const name = useSignal('')
  const create = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving') return
    const parameters = { group_name: name.value.trim(), description: '', stream_names: [] }
    if (await save(() => server.call('POST /default_stream_groups/create', parameters))) name.value = ''
  }
  return (
    <form class="add" onSubmit={create}>
      <label for={id}>{texts.newGroup}</label>
      <div class="beside">
        <input
          id={id}
          class="field"
          dir="auto"
          required
          maxLength={60}
          autocomplete="off"
          placeholder={texts.name}
          value={name.value}
          aria-invalid={saving.name === 'failed'}
          aria-describedby={`${id}-problem`}
          onInput={({ currentTarget }) => {
            name.value = currentTarget.value
          }}
        />
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {t.add}
        </button>
      </div>
      <Problem id={`${id}-problem`} saving={saving} />
    </form>
  )
}

function GroupForm({ group, may }: { group: DefaultGroup; may: boolean }) {
  const store = useStore()
  const naming = useSaving()
  const describing = useSaving()
  const filling = useSaving()
  const deleting = useSaving()
  const isAsking = useSignal(false)
  const { id: group_id, name, description, streams } = group
  const fill = (op: 'add' | 'remove', channel: string) =>
    filling.save(() =>
      server.call('PATCH /default_stream_groups/{group_id}/streams', {
        group_id,
        op,
        stream_names: [channel],
      }),
    )
  const addable = [...store.allChannels.value.values()].filter(
    ({ stream_id, is_archived, invite_only }) =>
      !is_archived &&
      !invite_only &&
      !streams.includes(stream_id) &&
      !store.defaultChannels.value.has(stream_id),
  )
  return (
    <section aria-label={name}>
      <div class="folder-head">
        <h3 dir="auto" class="ellipsis">
          {name}
        </h3>
        <button
          type="button"
          class="button"
          aria-label={texts.deleteGroup(name)}
          disabled={!may}
          onClick={() => {
            isAsking.value = true
          }}
        >
          {texts.deleteNow}
        </button>
      </div>
      <Problem saving={deleting.saving} />
      <Row name={texts.name} saving={naming.saving}>
        {(ids) => (
          <TextField
            ids={ids}
            value={name}
            maxLength={60}
            isFixed={!may}
            onSave={(new_group_name) =>
              void naming.save(() =>
                server.call('PATCH /default_stream_groups/{group_id}', { group_id, new_group_name }),
              )
            }
          />
        )}
      </Row>
      <Row name={texts.description} saving={describing.saving}>
        {(ids) => (
          <TextField
            ids={ids}
            value={description}
            maxLength={1024}
            mayBeEmpty
            isFixed={!may}
            onSave={(new_description) =>
              void describing.save(() =>
                server.call('PATCH /default_stream_groups/{group_id}', { group_id, new_description }),
              )
            }
          />
        )}
      </Row>
      <Row name={texts.channels} saving={filling.saving} isTall>
        {(ids) => (
          <div class="chosen-and-picker">
            <ul class="chips">
              {streams.map((stream) => {
                const channel = store.allChannels.value.get(stream)
                if (channel === undefined) return null
                return (
                  <li key={stream}>
                    <ChannelMark channel={store.channels.value.get(stream) ?? channel} />
                    <span class="ellipsis" dir="auto">
                      {channel.name}
                    </span>
                    {may && (
                      <button
                        type="button"
                        class="icon-button"
                        aria-label={texts.removeFromGroup(channel.name, name)}
                        title={texts.remove}
                        onClick={() => void fill('remove', channel.name)}
                      >
                        <Icon node={X} />
                      </button>
                    )}
                  </li>
                )
              })}
            </ul>
            {may ? (
              <OptionPicker
                id={ids.id}
                label={texts.addToGroup(name)}
                placeholder={texts.addChannel}
                describedBy={ids['aria-describedby']}
                isInvalid={ids['aria-invalid']}
                optionsFor={(typed) => channelOptions(addable, typed)}
                onChoose={({ channel }) => void fill('add', channel.name)}
              />
            ) : (
              <span id={ids.id} class="only-heard" />
            )}
          </div>
        )}
      </Row>
      {isAsking.value && (
        <Confirm
          title={texts.deleteGroupQuestion(name)}
          warning={texts.deleteGroupWarning}
          action={texts.deleteNow}
          onConfirm={() =>
            void deleting.save(() => server.call('DELETE /default_stream_groups/{group_id}', { group_id }))
          }
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </section>
  )
}
