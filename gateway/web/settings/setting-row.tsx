import { type Option, Select, Switch } from '../forms/controls.tsx'
import { Row } from '../forms/row.tsx'
import { useChosen } from '../forms/use-chosen.ts'
import { useSaving } from '../saving/use-saving.ts'
import { server } from '../store/requests/server.ts'
import type { Settings } from '../store/slices/settings.ts'
import { useStore } from '../store/use-store.ts'

type Named<T> = { readonly [Name in keyof Settings]: Settings[Name] extends T ? Name : never }[keyof Settings]

/** A setting as a row of the view: on or off, or one of some values. */
export type SettingRow =
  | { readonly setting: Named<boolean>; readonly name: string; readonly text?: string }
  | {
      readonly setting: Named<number | string>
      readonly name: string
      readonly text?: string
      readonly options: readonly Option<number | string>[]
    }

/**
 * The value of a setting, and a function that changes it. The new value is shown at once; when the server
 * refuses it, the former one comes back.
 */
export function useSetting<Name extends keyof Settings>(name: Name) {
  const stored = useStore().settings.value[name]
  const { saving, save } = useSaving()
  const { value, choose } = useChosen(stored, saving)
  const change = (value: Settings[Name]) => {
    choose(value)
    return save(() => server.call('PATCH /settings', { [name]: value }, { isRepeatable: true }))
  }
  return { value, saving, change }
}

/** Draws the row of a setting. */
export function SettingControl({
  row,
  onChanged,
}: {
  row: SettingRow
  onChanged?: (value: unknown) => void
}) {
  const { value, saving, change } = useSetting(row.setting)
  const choose = async (chosen: boolean | number | string) => {
    if (await change(chosen as never)) onChanged?.(chosen)
  }
  return (
    <Row name={row.name} text={row.text} saving={saving}>
      {(ids) =>
        'options' in row ? (
          <Select
            ids={ids}
            value={value as number | string}
            options={withValue(row.options, value as number | string)}
            onChange={(chosen) => void choose(chosen)}
          />
        ) : (
          <Switch ids={ids} isOn={value as boolean} onChange={(isOn) => void choose(isOn)} />
        )
      }
    </Row>
  )
}

export const SettingRows = ({ rows }: { rows: readonly SettingRow[] }) => (
  <>
    {rows.map((row) => (
      <SettingControl key={row.setting} row={row} />
    ))}
  </>
)

/** The options, with the value that another client has set. */
const withValue = (
  options: readonly Option<number | string>[],
  value: number | string,
): readonly Option<number | string>[] =>
  options.some((option) => option.value === value) ? options : [...options, { value, name: String(value) }]
