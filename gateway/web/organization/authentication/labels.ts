import { providerTexts as texts } from './texts.ts'

/**
 * A text of the server, whose names of fields become the labels of the form: `bind_dn`, “Account that
 * searches”.
 */
export const withLabels = (text: string): string =>
  text.replace(/\b(?:starttls|[a-z]+(?:_[a-z]+)+)\b/g, (name) => {
    const label = texts.fields[name]?.[0]
    return label === undefined ? name : texts.quoted(label)
  })
