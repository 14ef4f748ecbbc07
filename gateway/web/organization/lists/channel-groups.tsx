import Layers from 'lucide/dist/esm/icons/layers.mjs'
import X from 'lucide/dist/esm/icons/x.mjs'
import { useId, useMemo } from 'preact/hooks'
import { Blank } from '../../parts/blank.tsx'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../saving/problem.tsx'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import type { ChannelGroup } from '../../store/slices/realm-lists.ts'
import type { Store } from '../../store/state/store.ts'
import { useStore } from '../../store/use-store.ts'
import { offerUndo } from '../../store/verbs/undo.ts'
import { collator } from '../../texts/collator.ts'
import { ChannelPicker } from '../shared/channel-picker.tsx'
import { EditableRow, type EditableRowProps } from '../shared/editable-row.tsx'
import { texts } from '../shared/texts.ts'
import { type FormField, TextsForm } from '../shared/texts-form.tsx'
import { useEdited } from '../shared/use-edited.ts'
import { WhoMay } from '../shared/who-may.tsx'
import { CHANNEL_GROUP } from './places.ts'

const FIELDS: readonly FormField<'name' | 'description'>[] = [
  { name: 'name', label: texts.groupName, maxLength: 60 },
  { name: 'description', label: texts.groupDescription, maxLength: 1024, isOptional: true },
]

/** The groups of channels that people may choose when they join. */
export function ChannelGroups() {
  const store = useStore()
  const isFixed = !isAdministrator(store)
  const { value: known } = store.channelGroups
  const groups = useMemo(() => [...known].sort((a, b) => collator.compare(a.name, b.name)), [known])
  const { shown, isGone, setEdited } = useEdited(groups)
  return (
    <section>
      <WhoMay />
      <h2>{texts.titles['channel-groups']}</h2>
      <p class="text">{texts.channelGroupsHint}</p>
      {groups.length === 0 && <Blank icon={Layers} title={texts.noChannelGroups} />}
      <ul class="chosen-list" aria-label={texts.titles['channel-groups']}>
        {shown.map((group) => (
          <Line
            key={group.id}
            group={group}
            isFixed={isFixed}
            isGone={isGone(group)}
            onEdit={(isEdited) => setEdited(group, isEdited)}
          />
        ))}
      </ul>
      {!isFixed && (
        <TextsForm
          title={texts.newChannelGroup}
          fields={FIELDS}
          places={CHANNEL_GROUP}
          values={{ name: '', description: '' }}
          action={texts.add}
          save={({ name, description }) =>
            server.call('POST /default_stream_groups/create', {
              group_name: name,
              description,
              stream_names: [],
            })
          }
        />
      )}
    </section>
  )
}

/** The channels that a group may have besides those that it has. */
const addable = (store: Store, { streams }: ChannelGroup) =>
  [...store.allChannels.value.values()].filter(
    ({ stream_id, is_archived, invite_only }) =>
      !is_archived &&
      !invite_only &&
      !streams.includes(stream_id) &&
      !store.defaultChannels.value.has(stream_id),
  )

interface LineProps extends Pick<EditableRowProps, 'isFixed' | 'isGone' | 'onEdit'> {
  readonly group: ChannelGroup
}

function Line({ group, isFixed, isGone, onEdit }: LineProps) {
  const store = useStore()
  const { saving, save } = useSaving()
  const id = useId()
  const chips = useListFocus<HTMLDivElement>('button, input')
  const { id: group_id, name, description, streams } = group
  const change = (op: 'add' | 'remove', channel: string) =>
    server.call('PATCH /default_stream_groups/{group_id}/streams', {
      group_id,
      op,
      stream_names: [channel],
    })
  const remove = async (channel: string) => {
    if (await save(() => change('remove', channel))) offerUndo(store, channel, () => change('add', channel))
  }
  const channels = streams.flatMap((one) => store.allChannels.value.get(one) ?? [])
  return (
    <li>
      <EditableRow
        what={name}
        {...{ isFixed, isGone, onEdit }}
        warning={texts.channelGroupGone}
        onRemove={() =>
          void save(() =>
            server.call('DELETE /default_stream_groups/{group_id}', { group_id }, { isRepeatable: true }),
          )
        }
        about={
          <span class="about" dir="auto">
            <strong>{name}</strong>
            <span class="text">{description}</span>
          </span>
        }
        form={(onClose) => (
          <TextsForm
            title={texts.editOf(name)}
            fields={FIELDS}
            places={CHANNEL_GROUP}
            values={{ name, description }}
            action={isGone ? texts.addAgain : texts.save}
            save={(values) =>
              isGone
                ? server.call('POST /default_stream_groups/create', {
                    group_name: values.name,
                    description: values.description,
                    stream_names: channels.map((channel) => channel.name),
                  })
                : server.call('PATCH /default_stream_groups/{group_id}', {
                    group_id,
                    // The server refuses the name that the group has.
                    ...(values.name !== name && { new_group_name: values.name }),
                    new_description: values.description,
                  })
            }
            onClose={onClose}
          />
        )}
      >
        <div class="chosen-and-picker below" {...chips}>
          {channels.length === 0 && <span class="text">{texts.noChannelsYet}</span>}
          <ul class="chips">
            {channels.map((channel) => (
              <li key={channel.stream_id}>
                <ChannelMark channel={channel} />
                <span class="ellipsis" dir="auto">
                  {channel.name}
                </span>
                {!isFixed && (
                  <button
                    type="button"
                    class="icon-button"
                    aria-label={texts.removeChannelFrom(channel.name, name)}
                    title={texts.remove}
                    onClick={() => void remove(channel.name)}
                  >
                    <Icon node={X} />
                  </button>
                )}
              </li>
            ))}
          </ul>
          {!isFixed && (
            <ChannelPicker
              id={id}
              label={texts.addChannelTo(name)}
              describedBy={`${id}-problem`}
              isInvalid={saving.name === 'failed'}
              channels={addable(store, group)}
              onChoose={(channel) => void save(() => change('add', channel.name))}
            />
          )}
        </div>
        <Problem id={`${id}-problem`} saving={saving} />
      </EditableRow>
    </li>
  )
}
