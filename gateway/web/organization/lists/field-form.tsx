import X from 'lucide/dist/esm/icons/x.mjs'
import { useRef } from 'preact/hooks'
import { closedByEscape } from '../../forms/closed-by-escape.ts'
import { Select } from '../../forms/controls.tsx'
import { useListFocus } from '../../parts/floating/use-list-focus.ts'
import { isSame } from '../../parts/held/held.ts'
import { useHeld } from '../../parts/held/use-held.tsx'
import { Icon } from '../../parts/icon.tsx'
import { type PlaceIds, usePlaced } from '../../saving/use-placed.tsx'
import { FieldType } from '../../store/slices/profile-fields.ts'
import { useStore } from '../../store/use-store.ts'
import { t } from '../../texts/texts.ts'
import { texts } from '../shared/texts.ts'
import { ACCOUNT, CUSTOM, type FieldDraft, type FieldTypeId, isKnownAccount, nextKey } from './field-draft.ts'
import { PROFILE_FIELD } from './places.ts'

interface FieldFormProps {
  readonly title: string
  readonly draft: FieldDraft
  readonly action: string
  /** `stored`: as the server has the field. */
  readonly save: (draft: FieldDraft, stored: FieldDraft) => Promise<unknown>
  /** Closes the form of a field that exists: its type stays. */
  readonly onClose?: () => void
}

const TYPES = (Object.keys(texts.fieldTypes).map(Number) as FieldTypeId[]).map((value) => ({
  value,
  name: texts.fieldTypes[value],
}))
const PARAMETERS = { name: 'name', hint: 'hint', urlPattern: 'url_pattern' } as const
const MAX_NAME = 40
const MAX_HINT = 80

const textOf = (value: FieldDraft[keyof FieldDraft]): string =>
  typeof value === 'object' ? value.map(({ text }) => text).join('\n') : String(value)

/** A form of a field of profiles. */
export function FieldForm({ title, draft: initial, action, save: change, onClose }: FieldFormProps) {
  const store = useStore()
  const { draft, set, choice, isDecided } = useHeld(initial)
  const latest = useRef(draft)
  latest.current = draft
  const { saving, save, refuse, at, problem, rest } = usePlaced(PROFILE_FIELD)
  const { type, name, hint, subtype, urlPattern } = draft
  const isFixed = isKnownAccount(draft)
  const accounts = store.realmSettings.value.default_external_accounts as
    | Readonly<Record<string, { readonly text: string }>>
    | undefined
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving' || !isDecided()) return
    const sent = draft
    if (!isFixed && sent.name.trim() === '') return refuse(texts.cannotBeBlank, 'name')
    if (!(await save(() => change(sent, initial)))) return
    if (onClose) onClose()
    else if (isSame(latest.current, sent)) set(initial)
  }
  const shownChoice = (key: keyof FieldDraft) => saving.name !== 'saving' && choice(key, textOf)
  const text = (label: string, value: string, key: 'name' | 'hint' | 'urlPattern', max?: number) => (
    <>
      <label>
        {label}
        <input
          {...at(PARAMETERS[key])}
          class={key === 'urlPattern' ? 'field code' : 'field'}
          dir="auto"
          required={key !== 'hint'}
          maxLength={max}
          autocomplete="off"
          value={value}
          onInput={({ currentTarget }) => set({ [key]: currentTarget.value })}
        />
      </label>
      {problem(PARAMETERS[key], label)}
      {shownChoice(key)}
    </>
  )
  const check = (label: string, value: boolean, key: 'isInSummary' | 'isRequired' | 'isEditable') => (
    <label class="check">
      <input
        {...(key === 'isInSummary' && at('display_in_profile_summary'))}
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => set({ [key]: currentTarget.checked })}
      />
      {label}
    </label>
  )
  return (
    <form
      class="stacked"
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      {...(onClose && closedByEscape(onClose))}
    >
      {!onClose && <h3>{title}</h3>}
      {!onClose && (
        <>
          <label for={at('field_type').id}>
            {texts.fieldType}
            <Select
              ids={at('field_type')}
              value={type}
              options={TYPES}
              onChange={(chosen) => set({ type: chosen })}
            />
          </label>
          {problem('field_type', texts.fieldType)}
        </>
      )}
      {type === ACCOUNT && !onClose && (
        <>
          <label for={at('subtype').id}>
            {texts.account}
            <Select
              ids={at('subtype')}
              value={subtype}
              options={[
                ...Object.entries(accounts ?? {}).map(([value, { text: service }]) => ({
                  value,
                  name: service,
                })),
                { value: CUSTOM, name: texts.otherAccount },
              ]}
              onChange={(chosen) => set({ subtype: chosen })}
            />
          </label>
          {problem('subtype', texts.account)}
        </>
      )}
      {!isFixed && text(texts.fieldName, name, 'name', MAX_NAME)}
      {!isFixed && text(texts.fieldHint, hint, 'hint', MAX_HINT)}
      {type === ACCOUNT && !isFixed && text(texts.urlPattern, urlPattern, 'urlPattern')}
      {type === FieldType.options && (
        <>
          <Options ids={at('options')} options={draft.options} onChange={(options) => set({ options })} />
          {problem('options', texts.fieldOptions)}
          {shownChoice('options')}
        </>
      )}
      {check(texts.isEditable, draft.isEditable, 'isEditable')}
      {check(texts.isRequired, draft.isRequired, 'isRequired')}
      {check(texts.inSummary, draft.isInSummary, 'isInSummary')}
      {problem('display_in_profile_summary', texts.inSummary)}
      {rest}
      <div class="buttons">
        {onClose && (
          <button type="button" class="button" onClick={onClose}>
            {t.cancel}
          </button>
        )}
        <button type="submit" class="button main" aria-disabled={saving.name === 'saving'}>
          {action}
        </button>
      </div>
    </form>
  )
}

interface OptionsProps {
  /** For the first option, which gets the focus when the options are refused. */
  readonly ids: PlaceIds
  readonly options: FieldDraft['options']
  readonly onChange: (options: FieldDraft['options']) => void
}

function Options({ ids, options, onChange }: OptionsProps) {
  const fields = useListFocus<HTMLFieldSetElement>('input, button')
  return (
    <fieldset class="options" {...fields}>
      <legend>{texts.fieldOptions}</legend>
      {options.map(({ key, text }, index) => (
        <div key={key} class="option">
          <input
            {...(index === 0 && ids)}
            class="field"
            dir="auto"
            required
            autocomplete="off"
            aria-label={texts.optionNumber(index + 1)}
            value={text}
            onInput={({ currentTarget }) =>
              onChange(options.map((one) => (one.key === key ? { key, text: currentTarget.value } : one)))
            }
          />
          {options.length > 1 && (
            <button
              type="button"
              class="icon-button"
              aria-label={texts.removeOption(text || texts.optionNumber(index + 1))}
              title={texts.remove}
              onClick={() => onChange(options.filter((one) => one.key !== key))}
            >
              <Icon node={X} />
            </button>
          )}
        </div>
      ))}
      <button
        type="button"
        class="button"
        onClick={() => onChange([...options, { key: nextKey(options), text: '' }])}
      >
        {texts.addOption}
      </button>
    </fieldset>
  )
}
