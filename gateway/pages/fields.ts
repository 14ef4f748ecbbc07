import { type Html, html } from './html.ts'

export interface FieldOptions {
  readonly name: string
  /** Default: the name. Forms on one page need ids of their own. */
  readonly id?: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password' | 'url'
  readonly value?: string
  /** A hint about the value to enter. */
  readonly hint?: string
  /** The error of the value. */
  readonly error?: string
  /** For browsers and password managers (HTML "autofill detail tokens"). */
  readonly autocomplete?: string
  readonly isOptional?: boolean
  readonly maxLength?: number
  readonly hasFocus?: boolean
}

/** An input with its label. Screen readers announce hint and error with the input. */
export function field(options: FieldOptions): Html {
  const {
    name,
    id = name,
    label,
    type = 'text',
    value = '',
    autocomplete = 'off',
    maxLength,
    isOptional,
    error,
  } = options
  return html`<div class="field">
<label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}"${
    maxLength !== undefined && html` maxlength="${maxLength}"`
  }${!isOptional && html` required`}${(options.hasFocus || error !== undefined) && html` autofocus`}${described(options)}>
${explained(options)}
</div>`
}

export interface ChoiceOptions {
  readonly name: string
  readonly label: string
  readonly value: string

  readonly choices: readonly (readonly [value: string, label: string])[]
  readonly hint?: string
  readonly error?: string
}

/** A select box, from which one value is chosen. */
export function choice(options: ChoiceOptions): Html {
  const { name, label, value, choices } = options
  const list = choices.map(
    ([option, optionLabel]) =>
      html`<option value="${option}"${option === value && html` selected`}>${optionLabel}</option>`,
  )
  return html`<div class="field">
<label for="${name}">${label}</label>
<select id="${name}" name="${name}"${described(options)}>${list}</select>
${explained(options)}
</div>`
}

/** An error that concerns the whole form. */
export const formError = (message: string | undefined): Html | undefined =>
  message === undefined ? undefined : html`<p class="wrong" role="alert">${message}</p>`

interface Explained {
  readonly name: string
  readonly hint?: string
  readonly error?: string
}

function described({ name, hint, error }: Explained): Html | undefined {
  const ids = [error !== undefined && `${name}-error`, hint !== undefined && `${name}-hint`].filter(Boolean)
  if (ids.length === 0) return undefined
  return html`${error !== undefined && html` aria-invalid="true"`} aria-describedby="${ids.join(' ')}"`
}

const explained = ({ name, hint, error }: Explained): Html =>
  html`${error !== undefined && html`<p class="wrong" id="${name}-error">${error}</p>`}${
    hint !== undefined && html`<p class="hint" id="${name}-hint">${hint}</p>`
  }`
