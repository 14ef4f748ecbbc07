import { Select, Switch } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { GroupChips } from '../organization/shared/group-chips.tsx'
import type { usePlaced } from '../saving/use-placed.tsx'
import type { ChannelPermission } from '../store/slices/all-channels.ts'
import type { GroupSetting } from '../store/slices/message-rules.ts'
import { useStore } from '../store/use-store.ts'
import { initialValue, PERMISSION_GROUP_NAMES, PERMISSION_GROUPS, ruleOf } from './channel-permissions.ts'
import { folderOptions, mayNotSetTopicsPolicy, NO_FOLDER, TOPICS_POLICIES } from './choices.ts'
import { policiesOf, realmGroup } from './permissions.ts'
import type { NewChannelField } from './places.ts'
import { RetentionRow, retentionParameter } from './retention.tsx'
import { texts } from './texts.ts'
import { holdersOf, onlyAdministrators, onlyOwners, WhoMay } from './who-may.tsx'

type Permissions = { readonly [Name in ChannelPermission]?: GroupSetting }

/** The properties of a new channel that differ from its defaults, by the names of the request. */
export interface ChannelOptions extends Permissions {
  readonly folder_id?: number
  readonly topics_policy?: (typeof TOPICS_POLICIES)[number]['value']
  readonly is_default_stream?: true
  readonly message_retention_days?: number | 'unlimited'
  readonly announce?: true
}

interface OptionsProps {
  readonly isPrivate: boolean
  readonly value: ChannelOptions
  /** Where refusals of the options stand. */
  readonly placed: Pick<ReturnType<typeof usePlaced<NewChannelField>>, 'at' | 'savingOf'>
  readonly onChange: (value: ChannelOptions) => void
}

/** Further options of a new channel, folded until somebody needs them. */
export function NewChannelOptions({ isPrivate, value, placed, onChange }: OptionsProps) {
  const store = useStore()
  const may = policiesOf(store)
  /** Without the value, the default. */
  const set = <Name extends keyof ChannelOptions>(name: Name, chosen: ChannelOptions[Name] | undefined) => {
    const { [name]: _, ...others } = value
    onChange(chosen === undefined ? others : { ...others, [name]: chosen })
  }
  const row = (name: NewChannelField) => ({ id: placed.at(name).id, saving: placed.savingOf(name) })
  const days = value.message_retention_days
  const announcements = store.realmSettings.value.new_stream_announcements_stream_id
  return (
    <>
      <details class="more">
        <summary>{texts.moreOptions}</summary>
        <Row {...row('folder_id')} name={texts.folder} text={texts.folderHint}>
          {(ids) => (
            <Select
              ids={ids}
              value={value.folder_id ?? NO_FOLDER}
              options={folderOptions(store)}
              onChange={(id) => set('folder_id', id === NO_FOLDER ? undefined : id)}
            />
          )}
        </Row>
        <Row
          {...row('topics_policy')}
          name={texts.topicsPolicy}
          text={may.canSetTopicsPolicy ? undefined : mayNotSetTopicsPolicy(store)}
        >
          {(ids) => (
            <Select
              ids={ids}
              value={value.topics_policy ?? 'inherit'}
              isFixed={!may.canSetTopicsPolicy}
              options={TOPICS_POLICIES}
              onChange={(policy) => set('topics_policy', policy === 'inherit' ? undefined : policy)}
            />
          )}
        </Row>
        {typeof announcements === 'number' && announcements > 0 && (
          <Row {...row('announce')} name={texts.announce} text={texts.announceHint}>
            {(ids) => (
              <Switch
                ids={ids}
                isOn={value.announce === true && !isPrivate}
                isFixed={isPrivate}
                onChange={(isOn) => set('announce', isOn || undefined)}
              />
            )}
          </Row>
        )}
        <Row
          {...row('is_default_stream')}
          name={texts.isDefault}
          text={
            may.canSetDefault
              ? isPrivate
                ? texts.defaultIsPublic
                : texts.isDefaultHint
              : onlyAdministrators(store)
          }
        >
          {(ids) => (
            <Switch
              ids={ids}
              isOn={value.is_default_stream === true}
              isFixed={!may.canSetDefault || (isPrivate && value.is_default_stream !== true)}
              onChange={(isOn) => set('is_default_stream', isOn || undefined)}
            />
          )}
        </Row>
        <RetentionRow
          {...row('message_retention_days')}
          value={days === undefined ? null : days === 'unlimited' ? -1 : days}
          fixedText={may.canSetRetention ? undefined : onlyOwners(store)}
          onSave={(next) => {
            const parameter = retentionParameter(next)
            set('message_retention_days', parameter === 'realm_default' ? undefined : parameter)
          }}
        />
      </details>
      <details class="more">
        <summary>{texts.permissions}</summary>
        {PERMISSION_GROUP_NAMES.map((group) => (
          <section key={group}>
            <h2>{texts.permissionGroups[group]}</h2>
            {group === 'deleting' && !may.canSetDeletePolicy && (
              <WhoMay
                text={texts.mayNotSetDeletePolicy(
                  holdersOf(store, { group: realmGroup(store, 'can_set_delete_message_policy_group') }),
                )}
              />
            )}
            {PERMISSION_GROUPS[group].map((permission) => (
              <Row
                key={permission}
                name={texts.permissionTexts[permission].name}
                text={texts.permissionTexts[permission].text}
                {...row(permission)}
                isTall
              >
                {(ids) => (
                  <GroupChips
                    ids={ids}
                    name={texts.permissionTexts[permission].name}
                    value={value[permission] ?? initialValue(store, permission)}
                    rule={ruleOf(store, permission)}
                    isFixed={group === 'deleting' && !may.canSetDeletePolicy}
                    onChange={(next) => set(permission, next)}
                  />
                )}
              </Row>
            ))}
          </section>
        ))}
      </details>
    </>
  )
}
