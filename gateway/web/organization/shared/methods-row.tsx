import { useId } from 'preact/hooks'
import { SavedMark } from '../../forms/row.tsx'
import { useSought } from '../../forms/sought.ts'
import type { SettingText } from '../../model/setting-text.ts'
import { Problem } from '../../saving/problem.tsx'
import type { SettingRowProps } from './setting-row.tsx'
import { realmSettingTexts } from './setting-texts.ts'
import { useRealmSetting } from './use-realm-setting.ts'

type Methods = Readonly<Record<string, { readonly enabled: boolean; readonly available: boolean }>>

/** Ways to log in, each on or off. */
export function MethodsRow({ setting, name, text, isFixed }: SettingRowProps) {
  const { value, saving, change } = useRealmSetting<Methods>(setting)
  const id = useId()
  const row = useSought<HTMLFieldSetElement>(name)
  const { options }: SettingText = realmSettingTexts[setting]
  const set = (method: string, enabled: boolean) => {
    const next = { ...value, [method]: { ...value[method]!, enabled } }
    const sent = Object.fromEntries(Object.entries(next).map(([one, { enabled }]) => [one, enabled]))
    void change(next, sent)
  }
  return (
    <fieldset ref={row} class="setting methods" aria-describedby={`${id}-text ${id}-problem`}>
      <legend class="about">
        {name}
        <SavedMark saving={saving} />
      </legend>
      <p id={`${id}-text`} class="text">
        {text}
      </p>
      {Object.entries(value).map(([method, { enabled }]) => (
        <label key={method}>
          <span>{options?.[method] ?? method}</span>
          <input
            class="switch"
            type="checkbox"
            role="switch"
            checked={enabled}
            aria-checked={enabled}
            disabled={isFixed}
            onChange={({ currentTarget }) => set(method, currentTarget.checked)}
          />
        </label>
      ))}
      <Problem id={`${id}-problem`} saving={saving} />
    </fieldset>
  )
}
