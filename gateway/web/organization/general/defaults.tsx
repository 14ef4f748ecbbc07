import { SETTINGS, type Setting, type SettingName } from '../../../../core/state/users/settings.ts'
import { Select, Switch } from '../../forms/controls.tsx'
import { Row } from '../../forms/row.tsx'
import { useChosen } from '../../forms/use-chosen.ts'
import type { ShownUserSetting } from '../../model/setting-text.ts'
import { USER_SETTINGS_WITHOUT_PAGE } from '../../model/without-page.ts'
import { useSaving } from '../../saving/use-saving.ts'
import { isAdministrator } from '../../store/derived/roles.ts'
import { server } from '../../store/requests/server.ts'
import { useStore } from '../../store/use-store.ts'
import { NumberRow } from '../shared/number-row.tsx'
import { userSettingTexts } from '../shared/setting-texts.ts'
import { texts } from '../shared/texts.ts'
import { WhoMay } from '../shared/who-may.tsx'

type Group = keyof typeof texts.defaultGroups

/** The group of each setting whose name begins or ends so; the first fitting one counts. */
const GROUPS: readonly (readonly [RegExp, Group])[] = [
  [/^(?:enter_sends|translate_emoticons|enable_drafts|receives_typing)/, 'writing'],
  [/^(?:automatically_|resolved_topic)/, 'reading'],
  [/^(?:presence_enabled|send_|email_address_visibility)/, 'privacy'],
  [/^(?:email_notifications|message_content_in|realm_name_in|enable_digest)/, 'mails'],
  [/_notifications$|_notify$|^enable_sounds$|^notification_sound$/, 'notifications'],
  [
    /^(?:color_scheme|web_font|web_line|web_left_sidebar|twenty_four|emojiset|web_home_view|web_escape|starred_message|desktop_icon)/,
    'display',
  ],
]
const ORDER: readonly Group[] = [
  'display',
  'writing',
  'reading',
  'notifications',
  'mails',
  'privacy',
  'other',
]

const groupOf = (name: string): Group => GROUPS.find(([pattern]) => pattern.test(name))?.[1] ?? 'other'

/** The settings that an organization can have a default for. */
const NAMES = (Object.keys(SETTINGS) as SettingName[]).filter(
  (name): name is ShownUserSetting =>
    SETTINGS[name].scope === 'both' && !(name in USER_SETTINGS_WITHOUT_PAGE),
)

/** The settings with which new accounts begin. */
export const Defaults = () => (
  <>
    <WhoMay />
    <p class="text hint-above">{texts.defaultsHint}</p>
    {ORDER.map((group) => {
      const names = NAMES.filter((name) => groupOf(name) === group)
      if (names.length === 0) return null
      return (
        <section key={group}>
          <h2>{texts.defaultGroups[group]}</h2>
          {names.map((name) => (
            <DefaultRow key={name} name={name} />
          ))}
        </section>
      )
    })}
  </>
)

type Value = boolean | number | string

function DefaultRow({ name }: { name: ShownUserSetting }) {
  const store = useStore()
  const stored = store.userDefaults.value[name] as Value
  const isFixed = !isAdministrator(store)
  const { saving, save } = useSaving()
  const { value, choose } = useChosen(stored, saving)
  const setting: Setting<Value> = SETTINGS[name]
  const text = userSettingTexts[name]
  const label = text?.name ?? name
  const change = (next: Value) => {
    choose(next)
    void save(() =>
      server.call('PATCH /realm/user_settings_defaults', { [name]: next }, { isRepeatable: true }),
    )
  }
  const { values, min, max } = setting
  if (min !== undefined && max !== undefined)
    return (
      <NumberRow
        name={label}
        text={text?.text}
        saving={saving}
        value={Number(value)}
        min={min}
        max={max}
        isFixed={isFixed}
        onSave={change}
      />
    )
  return (
    <Row name={label} text={text?.text} saving={saving}>
      {(ids) =>
        values === undefined ? (
          <Switch ids={ids} isOn={value === true} isFixed={isFixed} onChange={change} />
        ) : (
          <Select
            ids={ids}
            value={value as number | string}
            isFixed={isFixed}
            options={(values as readonly (number | string)[])
              // Other names of a value have none of their own.
              .filter((one) => one === value || text?.options?.[one] !== undefined)
              .map((one) => ({ value: one, name: text?.options?.[one] ?? String(one) }))}
            onChange={change}
          />
        )
      }
    </Row>
  )
}
