import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { Select, TextField } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { useSaving } from '../forms/saving.ts'
import { MessageContent } from '../message/content/message-content.tsx'
import { nameOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { fullDateOf } from '../texts/dates.ts'
import { KINDS, type Kind, kindOf, kindOptions, propertiesOf } from './kinds.ts'
import { creatableKinds, permissionsOn } from './permissions.ts'
import { texts } from './texts.ts'

/** The name, description and properties of a channel. Those who administer it change it here. */
export function General({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { canAdminister } = permissionsOn(store, channel)
  return (
    <section>
      <h2 class="only-heard">{texts.general}</h2>
      {canAdminister ? (
        <>
          <NameRow channel={channel} />
          <DescriptionRow channel={channel} />
          <PrivacyRow channel={channel} />
        </>
      ) : (
        <>
          {channel.rendered_description ? (
            <MessageContent id={channel.stream_id} html={channel.rendered_description} me={store.me} />
          ) : (
            <p class="text">{texts.noDescription}</p>
          )}
          <p class="text facts">
            {texts.privacy}: {texts.kinds[kindOf(channel)]}
          </p>
        </>
      )}
      <Facts channel={channel} />
    </section>
  )
}

function Facts({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { creator_id, date_created, stream_weekly_traffic } = channel
  const date = fullDateOf(date_created)
  const isKnown = creator_id !== null && store.people.value.has(creator_id)
  return (
    <p class="text facts">
      {isKnown ? texts.createdBy(nameOf(store, creator_id), date) : texts.created(date)}
      {stream_weekly_traffic !== null && ` ${texts.traffic(stream_weekly_traffic)}`}
    </p>
  )
}

function NameRow({ channel: { stream_id, name } }: { channel: KnownChannel }) {
  const { saving, save } = useSaving()
  return (
    <Row name={texts.name} saving={saving}>
      {(ids) => (
        <TextField
          ids={ids}
          value={name}
          maxLength={60}
          onSave={(new_name) =>
            void save(() =>
              server.call('PATCH /streams/{stream_id}', { stream_id, new_name }, { isRepeatable: true }),
            )
          }
        />
      )}
    </Row>
  )
}

function DescriptionRow({ channel: { stream_id, description } }: { channel: KnownChannel }) {
  const { saving, save } = useSaving()
  return (
    <Row name={texts.description} text={texts.descriptionHint} saving={saving} isTall>
      {(ids) => (
        <TextField
          ids={ids}
          value={description}
          isLong
          mayBeEmpty
          onSave={(text) =>
            void save(() =>
              server.call(
                'PATCH /streams/{stream_id}',
                { stream_id, description: text },
                { isRepeatable: true },
              ),
            )
          }
        />
      )}
    </Row>
  )
}

/** Asks before the change, as more people may read the messages after it. */
function PrivacyRow({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const asked = useSignal<Kind | undefined>(undefined)
  const { stream_id, name } = channel
  const present = kindOf(channel)
  const may = creatableKinds(store)
  const isFixed = !permissionsOn(store, channel).canRead
  const kind = asked.value
  return (
    <Row
      name={texts.privacy}
      text={isFixed ? texts.privacyFixed : present === 'public' ? texts.guestsToo : undefined}
      saving={saving}
    >
      {(ids) => (
        <>
          <Select
            ids={ids}
            value={present}
            isFixed={isFixed}
            options={kindOptions(KINDS.filter((one) => one === present || may[one]))}
            onChange={(chosen) => {
              asked.value = chosen
            }}
          />
          {kind !== undefined && (
            <Confirm
              title={texts.privacyQuestion(name)}
              warning={texts.privacyWarning(texts.kinds[kind])}
              action={texts.change}
              onConfirm={() =>
                void save(() =>
                  server.call(
                    'PATCH /streams/{stream_id}',
                    { stream_id, ...propertiesOf(kind) },
                    { isRepeatable: true },
                  ),
                )
              }
              onClose={() => {
                asked.value = undefined
              }}
            />
          )}
        </>
      )}
    </Row>
  )
}
