import { ApiError } from '../../platform/errors.ts'
import { templateVariables } from './template.ts'

/** Where code of a language can be tried out; as clients see it. */
export interface Playground {
  readonly id: number
  readonly name: string
  readonly pygments_language: string
  /** RFC 6570, over the variable `code`. */
  readonly url_template: string
}

const MAX_LANGUAGE_LENGTH = 40

/** Returns what will be stored. Throws when a part of it is malformed. */
export function checkPlayground(given: Omit<Playground, 'id'>): Omit<Playground, 'id'> {
  const [name, pygments_language, url_template] = [
    given.name.trim(),
    given.pygments_language.trim(),
    given.url_template.trim(),
  ]
  if ([...pygments_language].length > MAX_LANGUAGE_LENGTH) {
    throw new ApiError(`pygments_language is too long (limit: ${MAX_LANGUAGE_LENGTH} characters)`)
  }
  if (!/^[ a-zA-Z0-9_+\-./#]*$/.test(pygments_language)) {
    throw new ApiError('Invalid characters in pygments language')
  }
  if (name === '' || pygments_language === '') throw new ApiError('This field cannot be blank.')
  const variables = templateVariables(url_template)
  if (variables === undefined) throw new ApiError('Invalid URL template.')
  if (!variables.has('code')) {
    throw new ApiError('Missing the required variable "code" in the URL template')
  }
  if (variables.size > 1) {
    throw new ApiError('"code" should be the only variable present in the URL template')
  }
  return { name, pygments_language, url_template }
}
