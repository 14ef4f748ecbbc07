import type { Placed } from '../../saving/use-placed.tsx'
import type { Field } from './field.ts'
import { isList } from './fields.ts'
import { providerTexts as texts } from './texts.ts'

interface FieldInputProps {
  readonly field: Field
  readonly value: string | boolean
  /** Whether the provider has a secret that is not shown. */
  readonly isKept?: boolean
  readonly placed: Placed<string>
  readonly onChange: (value: string | boolean) => void
}

/** One field of the form of a provider, with its meaning and its problem. */
export function FieldInput({ field, value, isKept, placed: { at, problem }, onChange }: FieldInputProps) {
  const ids = at(field.name)
  const { id } = ids
  const [label, text] = texts.fields[field.text ?? field.name] ?? [field.name, '']
  const hint = [text, isKept ? texts.kept : '', isList(field.type) ? texts.oneALine : '']
    .filter((one) => one !== '')
    .join(' ')
  const isLong = isList(field.type) || field.type === 'xml' || field.isLong === true
  const common = { ...ids, 'aria-describedby': `${id}-text ${ids['aria-describedby']}` }
  return (
    <div class="labelled">
      <label for={id} class={field.type === 'switch' ? 'check' : undefined}>
        {field.type === 'switch' && (
          <input
            {...common}
            class="switch"
            type="checkbox"
            role="switch"
            checked={value === true}
            aria-checked={value === true}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />
        )}
        <span>{label}</span>
      </label>
      {field.type === 'choice' && (
        <select
          {...common}
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {field.options?.().map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
      {isLong && (
        <textarea
          {...common}
          class="field code"
          dir="ltr"
          rows={isList(field.type) ? 3 : 6}
          required={!field.isOptional && !isKept}
          spellcheck={false}
          value={String(value)}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      {!isLong && (field.type === 'text' || field.type === 'number' || field.type === 'secret') && (
        <input
          {...common}
          class={field.name === 'display_name' ? 'field' : 'field code'}
          dir={field.name === 'display_name' ? 'auto' : 'ltr'}
          type={(field.type === 'secret' ? 'password' : field.type) as 'text'}
          {...(field.type === 'number' && { min: 0, max: 8_760, step: 1 })}
          required={!field.isOptional}
          autocomplete={field.type === 'secret' ? 'new-password' : 'off'}
          autocapitalize="none"
          spellcheck={false}
          value={String(value)}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
      <span id={`${id}-text`} class="text">
        {hint}
      </span>
      {problem(field.name, label)}
    </div>
  )
}
