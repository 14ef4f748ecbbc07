import { useSignal } from '@preact/signals'
import { Confirm } from '../forms/confirm.tsx'
import { Select, Switch, TextField } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { useChosen } from '../forms/use-chosen.ts'
import { MessageContent } from '../message/content/message-content.tsx'
import { useSaving } from '../saving/use-saving.ts'
import { nameOf } from '../store/derived/names.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import { useStore } from '../store/use-store.ts'
import { fullDateOf } from '../texts/dates.ts'
import { ArchiveRow } from './archive.tsx'
import { folderOptions, mayNotSetTopicsPolicy, NO_FOLDER, TOPICS_POLICIES } from './choices.ts'
import { EmailAddressRow } from './email-address.tsx'
import { KINDS, type Kind, kindOf, kindOptions, propertiesOf } from './kinds.ts'
import { creatableKinds, permissionsOn, policiesOf } from './permissions.ts'
import { RetentionRow, retentionParameter } from './retention.tsx'
import { texts } from './texts.ts'
import { administratorsOf, onlyAdministrators, onlyOwners, WhoMay } from './who-may.tsx'

/** The name, description and properties of a channel. Its administrators change it here. */
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
          <WhoMay text={administratorsOf(store, channel)} />
          {channel.rendered_description ? (
            <MessageContent id={channel.stream_id} html={channel.rendered_description} me={store.me} />
          ) : (
            <p class="text">{texts.noDescription}</p>
          )}
          <p class="text facts">
            {texts.privacy}: {texts.kinds[kindOf(channel)]}. {texts.kindHints[kindOf(channel)]}
          </p>
        </>
      )}
      <Properties channel={channel} />
      <Facts channel={channel} />
    </section>
  )
}

/** The property of a channel that a row changes: its value, and a function that saves another one. */
function useChannelProperty<V>({ stream_id }: KnownChannel, stored: V) {
  const { saving, save } = useSaving()
  const { value, choose } = useChosen(stored, saving)
  const change = (next: V, parameters: Readonly<Record<string, unknown>>) => {
    choose(next)
    return save(() =>
      server.call('PATCH /streams/{stream_id}', { stream_id, ...parameters }, { isRepeatable: true }),
    )
  }
  return { value, saving, change }
}

/** Further properties of a channel. Disabled for readers who may not change them. */
function Properties({ channel }: { channel: KnownChannel }) {
  return (
    <>
      <FolderRow channel={channel} />
      <TopicsPolicyRow channel={channel} />
      <DefaultRow channel={channel} />
      <ChannelRetentionRow channel={channel} />
      <EmailAddressRow channel={channel} />
      <ArchiveRow channel={channel} />
    </>
  )
}

function FolderRow({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { value, saving, change } = useChannelProperty(channel, channel.folder_id ?? NO_FOLDER)
  return (
    <Row name={texts.folder} text={texts.folderHint} saving={saving}>
      {(ids) => (
        <Select
          ids={ids}
          value={value}
          isFixed={!permissionsOn(store, channel).canAdminister}
          options={folderOptions(store)}
          onChange={(id) => void change(id, { folder_id: id === NO_FOLDER ? null : id })}
        />
      )}
    </Row>
  )
}

function TopicsPolicyRow({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { value, saving, change } = useChannelProperty(channel, channel.topics_policy)
  const { canAdminister, canSetTopicsPolicy } = permissionsOn(store, channel)
  return (
    <Row
      name={texts.topicsPolicy}
      text={canAdminister && !canSetTopicsPolicy ? mayNotSetTopicsPolicy(store) : undefined}
      saving={saving}
    >
      {(ids) => (
        <Select
          ids={ids}
          value={value}
          isFixed={!canAdminister || !canSetTopicsPolicy}
          options={TOPICS_POLICIES}
          onChange={(topics_policy) => void change(topics_policy, { topics_policy })}
        />
      )}
    </Row>
  )
}

function DefaultRow({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { saving, save } = useSaving()
  const { stream_id } = channel
  const { value, choose } = useChosen(store.defaultChannels.value.has(stream_id), saving)
  const may = policiesOf(store).canSetDefault
  const change = (isOn: boolean) => {
    choose(isOn)
    const method = isOn ? 'POST /default_streams' : 'DELETE /default_streams'
    void save(() => server.call(method, { stream_id }, { isRepeatable: true }))
  }
  return (
    <Row
      name={texts.isDefault}
      text={
        may ? (channel.invite_only ? texts.defaultIsPublic : texts.isDefaultHint) : onlyAdministrators(store)
      }
      saving={saving}
    >
      {(ids) => (
        <Switch ids={ids} isOn={value} isFixed={!may || (channel.invite_only && !value)} onChange={change} />
      )}
    </Row>
  )
}

function ChannelRetentionRow({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { value, saving, change } = useChannelProperty(channel, channel.message_retention_days)
  return (
    <RetentionRow
      value={value}
      saving={saving}
      fixedText={policiesOf(store).canSetRetention ? undefined : onlyOwners(store)}
      onSave={(days) => void change(days, { message_retention_days: retentionParameter(days) })}
    />
  )
}

function Facts({ channel }: { channel: KnownChannel }) {
  const store = useStore()
  const { creator_id, date_created, stream_weekly_traffic } = channel
  const date = fullDateOf(date_created, store.settings.value.twenty_four_hour_time)
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
    <Row name={texts.privacy} text={isFixed ? texts.privacyFixed : texts.kindHints[present]} saving={saving}>
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
              warning={`${texts.privacyWarning(texts.kinds[kind])} ${texts.kindHints[kind]}`}
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
