import { type ComponentChildren, Fragment } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { closedByEscape } from '../../forms/closed-by-escape.ts'
import { isSame } from '../../parts/held/held.ts'
import { useHeld } from '../../parts/held/use-held.tsx'
import type { Places } from '../../saving/places.ts'
import { usePlaced } from '../../saving/use-placed.tsx'
import { t } from '../../texts/texts.ts'
import { texts } from './texts.ts'

/** One field of a form. */
export interface FormField<Name extends string> {
  readonly name: Name
  readonly label: string
  readonly text?: string
  readonly maxLength?: number
  readonly placeholder?: string
  readonly isCode?: boolean
  /** A password is hidden and sent as it is typed. */
  readonly type?: 'email' | 'password'
  /** Whether the field may stay empty. */
  readonly isOptional?: boolean
}

interface TextsFormProps<Name extends string> {
  readonly title: string
  readonly fields: readonly FormField<Name>[]
  /** Where refusals stand. */
  readonly places: Places<Name>
  readonly values: Readonly<Record<Name, string>>
  /** The name of the button that saves. */
  readonly action: string
  readonly save: (values: Readonly<Record<Name, string>>) => Promise<unknown>
  /** Closes the form: the button for it is shown, and success closes it. Otherwise success empties it. */
  readonly onClose?: () => void
  /** What stands below the fields, made from what is typed. */
  readonly children?: (values: Readonly<Record<Name, string>>) => ComponentChildren
}

/**
 * A form of texts that are saved together. The typed texts stay when the server refuses them, and when
 * somebody else saves others meanwhile.
 */
export function TextsForm<Name extends string>({
  title,
  fields,
  places,
  values: initial,
  action,
  save: change,
  onClose,
  children,
}: TextsFormProps<Name>) {
  const { draft: typed, set, choice, isDecided } = useHeld(initial)
  const latest = useRef(typed)
  latest.current = typed
  const { saving, save, refuse, at, problem, rest } = usePlaced(places)
  const first = useRef<HTMLInputElement>(null)
  const isOpened = onClose !== undefined
  useEffect(() => {
    if (isOpened) first.current?.focus()
  }, [isOpened])
  const submit = async (event: SubmitEvent) => {
    event.preventDefault()
    if (saving.name === 'saving' || !isDecided()) return
    const sent = typed
    const sentTexts = trimmed(fields, sent)
    const blank = fields.find(({ name, isOptional }) => !isOptional && sentTexts[name] === '')
    if (blank) return refuse(texts.cannotBeBlank, blank.name)
    const isDone = await save(() => change(sentTexts))
    if (!isDone) return
    if (onClose) onClose()
    // The next one may be in the fields already.
    else if (isSame(latest.current, sent)) set(initial)
  }
  return (
    <form
      class="stacked"
      aria-label={title}
      onSubmit={(event) => void submit(event)}
      {...(onClose && closedByEscape(onClose))}
    >
      {!isOpened && <h3>{title}</h3>}
      {fields.map(({ name, label, text, maxLength, placeholder, isCode, type, isOptional }, index) => (
        <Fragment key={name}>
          <label>
            {label}
            <input
              {...at(name)}
              ref={index === 0 ? first : undefined}
              class={isCode ? 'field code' : 'field'}
              dir={isCode ? 'ltr' : 'auto'}
              type={(type ?? 'text') as 'text'}
              required={!isOptional}
              maxLength={maxLength}
              placeholder={placeholder}
              autocomplete={type === 'password' ? 'new-password' : 'off'}
              autocapitalize="none"
              spellcheck={!isCode}
              value={typed[name]}
              onInput={({ currentTarget }) => set({ [name]: currentTarget.value } as Partial<typeof initial>)}
            />
            {text && <span class="text">{text}</span>}
          </label>
          {problem(name, label)}
          {saving.name !== 'saving' && choice(name)}
        </Fragment>
      ))}
      {children?.(typed)}
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

const trimmed = <Name extends string>(
  fields: readonly FormField<Name>[],
  values: Readonly<Record<Name, string>>,
): Record<Name, string> =>
  Object.fromEntries(
    fields.map(({ name, type }) => [name, type === 'password' ? values[name] : values[name].trim()]),
  ) as Record<Name, string>
