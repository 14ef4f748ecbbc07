import { tooLong } from '../../platform/errors.ts'
import {
  codeVariableMissing,
  fieldIsBlank,
  invalidCharactersInLanguage,
  invalidUrlTemplate,
  otherVariablesThanCode,
} from './errors.ts'
import { templateVariables } from './template.ts'

/** Where code of a language can be tried out; as clients see it. */
export interface Playground {
  readonly id: number
  readonly name: string
  readonly pygments_language: string
  /** RFC 6570, over the variable `code`. */
  readonly url_template: string
}

export const MAX_LANGUAGE_LENGTH = 40

/** Returns the playground as it will be stored. Throws when a part of it is malformed. */
export function checkPlayground(given: Omit<Playground, 'id'>): Omit<Playground, 'id'> {
  const [name, pygments_language, url_template] = [
    given.name.trim(),
    given.pygments_language.trim(),
    given.url_template.trim(),
  ]
  if ([...pygments_language].length > MAX_LANGUAGE_LENGTH) {
    throw tooLong('pygments_language', MAX_LANGUAGE_LENGTH)
  }
  if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(pygments_language)) {
    throw invalidCharactersInLanguage()
  }
  if (name === '' || pygments_language === '') throw fieldIsBlank()
  const variables = templateVariables(url_template)
  if (variables === undefined) throw invalidUrlTemplate()
  if (!variables.has('code')) {
    throw codeVariableMissing()
  }
  if (variables.size > 1) {
    throw otherVariablesThanCode()
  }
  return { name, pygments_language, url_template }
}
