import { SPOKEN_LANGUAGES } from '../../../../core/platform/text/languages.ts'
import type { Setting, Shape } from '../../../../core/state/settings/setting.ts'
import { REALM_SETTINGS } from '../../../../core/state/settings/settings.ts'
import { Select, Switch, TextField } from '../../forms/controls.tsx'
import { Row } from '../../forms/row.tsx'
import type { SettingText, ShownRealmSetting } from '../../model/setting-text.ts'
import { useStore } from '../../store/use-store.ts'
import { ChannelRow } from './channel-row.tsx'
import { GroupRow } from './group-row.tsx'
import { LimitRow } from './limit-row.tsx'
import { MethodsRow } from './methods-row.tsx'
import { NumberRow } from './number-row.tsx'
import { readerMay, whoMay } from './reader-may.ts'
import { realmSettingTexts } from './setting-texts.ts'
import { useRealmSetting } from './use-realm-setting.ts'

/** What every kind of row gets. */
export interface SettingRowProps {
  readonly setting: ShownRealmSetting
  readonly name: string
  readonly text: string | undefined
  readonly isFixed: boolean
}

/** The row of a setting as its declaration says: its control, its values, and who may change it. */
export function SettingRow({ setting }: { setting: ShownRealmSetting }) {
  const store = useStore()
  const declared: Setting = REALM_SETTINGS[setting]
  const { shape } = declared
  const by = declared.by ?? 'administrator'
  const { name, text, options }: SettingText = realmSettingTexts[setting]
  // Readers who may change nothing read it once, above the section.
  const who = by === 'owner' && readerMay(store, 'administrator') ? whoMay(store, by) : undefined
  const about = [text, who].filter(Boolean).join(' ')
  const props = { setting, name, text: about, isFixed: !readerMay(store, by) }
  switch (shape.kind) {
    case 'boolean':
      return <BooleanRow {...props} />
    case 'integer':
      return <IntegerRow {...props} shape={shape} />
    case 'code':
    case 'option':
    case 'choice':
      return (
        <ChoiceRow
          {...props}
          options={valuesOf(shape).map((value) => ({ value, name: options?.[value] ?? String(value) }))}
        />
      )
    case 'language':
      return (
        <ChoiceRow
          {...props}
          options={Object.entries(SPOKEN_LANGUAGES).map(([value, name]) => ({ value, name, lang: value }))}
        />
      )
    case 'text':
      return <TextRow {...props} shape={shape} />
    case 'server-url':
      return <ServerUrlRow {...props} shape={shape} />
    case 'limit':
      return <StoredLimitRow {...props} shape={shape} />
    case 'methods':
      return <MethodsRow {...props} />
    case 'channel':
      return <ChannelRow {...props} />
    case 'group':
      return <GroupRow {...props} rule={shape.rule} />
  }
}

type Kind<K extends Shape['kind']> = Extract<Shape, { kind: K }>
type Values = Kind<'code'> | Kind<'option'> | Kind<'choice'>

/** The values of a setting that has a list of them. */
export function valuesOf(shape: Values): readonly (number | string)[] {
  if (shape.kind === 'code') return shape.codes
  return shape.kind === 'choice' ? shape.values : Object.values(shape.options).map(({ id }) => id)
}

function BooleanRow({ setting, name, text, isFixed }: SettingRowProps) {
  const { value, saving, change } = useRealmSetting<boolean>(setting)
  return (
    <Row name={name} text={text} saving={saving}>
      {(ids) => <Switch ids={ids} isOn={value} isFixed={isFixed} onChange={(isOn) => void change(isOn)} />}
    </Row>
  )
}

interface ChoiceRowProps extends SettingRowProps {
  readonly options: readonly {
    readonly value: number | string
    readonly name: string
    readonly lang?: string
  }[]
}

function ChoiceRow({ setting, name, text, isFixed, options }: ChoiceRowProps) {
  const { value, saving, change } = useRealmSetting<number | string>(setting)
  return (
    <Row name={name} text={text} saving={saving}>
      {(ids) => (
        <Select
          ids={ids}
          value={value}
          isFixed={isFixed}
          options={options}
          onChange={(chosen) => void change(chosen)}
        />
      )}
    </Row>
  )
}

function IntegerRow({ setting, shape, ...row }: SettingRowProps & { shape: Kind<'integer'> }) {
  const { value, saving, change } = useRealmSetting<number>(setting)
  return (
    <NumberRow
      {...row}
      saving={saving}
      value={value}
      min={shape.min}
      max={shape.max}
      onSave={(number) => void change(number)}
    />
  )
}

function TextRow({ setting, name, text, isFixed, shape }: SettingRowProps & { shape: Kind<'text'> }) {
  const { stored, saving, change } = useRealmSetting<string>(setting)
  const isLong = shape.isMarkdown === true
  return (
    <Row name={name} text={text} saving={saving} isTall={isLong}>
      {(ids) => (
        <TextField
          ids={ids}
          value={stored}
          isFixed={isFixed}
          isLong={isLong}
          mayBeEmpty={!shape.isRequired}
          maxLength={shape.max}
          onSave={(typed) => void change(typed)}
        />
      )}
    </Row>
  )
}

function ServerUrlRow({
  setting,
  name,
  text,
  isFixed,
  shape,
}: SettingRowProps & { shape: Kind<'server-url'> }) {
  const { stored, saving, change } = useRealmSetting<string | null>(setting)
  return (
    <Row name={name} text={text} saving={saving}>
      {(ids) => (
        <TextField
          ids={ids}
          value={stored ?? ''}
          isFixed={isFixed}
          mayBeEmpty
          inputMode="url"
          placeholder="https://"
          maxLength={shape.max}
          onSave={(typed) => void change(typed || null, typed || 'default')}
        />
      )}
    </Row>
  )
}

function StoredLimitRow({ setting, shape, ...row }: SettingRowProps & { shape: Kind<'limit'> }) {
  const { value, saving, change } = useRealmSetting<number | null>(setting)
  return (
    <LimitRow
      {...row}
      saving={saving}
      value={value === null || value === shape.unlimited ? undefined : value}
      isInDays={shape.unlimited === -1}
      onSave={(limit) => void (limit === undefined ? change(shape.unlimited, 'unlimited') : change(limit))}
    />
  )
}
