import type { ServerText } from '../../../core/platform/text/errors/de.ts'
import { patternOf } from '../../../core/platform/text/sentence-pattern.ts'
import { type Operation, RequestError } from '../client/index.ts'

/** Where the server's refusals of a form stand: beside the field that they are about. */
export interface Places<Field extends string = string> {
  /**
   * The calls that the form makes. A test asks that each of their errors has a field, or is about the form.
   */
  readonly operations: readonly Operation[]
  /**
   * The refusals about each field, as the catalogues of errors write them: `{name}` stands for any text. The
   * field also gets those that name the parameter of its name.
   */
  readonly fields: { readonly [F in Field]: readonly ServerText[] }
  /** The fields of parameters that have another name. */
  readonly parameters?: Readonly<Record<string, Field>>
}

/** What refusals write around the name of a parameter. */
const NAMED =
  /^(?:Missing '|Invalid |Bad value for '|Argument "[^"]*" at |')?([a-z]\w*)((?:\[[^\]]*\])*)(?:'| is | field | cannot | must | has |:|$)/

/** The server's message of an error, in English and for programs. */
const originalOf = (error: RequestError): string => String(error.extra.original ?? error.message)

/** The parameter that a message names, and as it names it: `add[0]["color"]` is in `add`. */
export function parameterIn(message: string): { readonly name: string; readonly shown: string } | undefined {
  const [, name, path] = NAMED.exec(message) ?? []
  return name === undefined ? undefined : { name, shown: name + path }
}

/** The parameter that an error names, as its sentence shows it. */
export function parameterOf(error: RequestError): string | undefined {
  const { field } = error.extra
  return typeof field === 'string' ? field : parameterIn(originalOf(error))?.shown
}

/** The field of a form that an error is about. Undefined for one about the whole form. */
export function placeOf<Field extends string>(places: Places<Field>, error: unknown): Field | undefined {
  if (!(error instanceof RequestError)) return undefined
  const { fields, parameters = {} } = places
  const message = originalOf(error)
  for (const [field, sentences] of Object.entries(fields) as [Field, readonly ServerText[]][])
    if (sentences.some((sentence) => patternOf(sentence).test(message))) return field
  const name = error.extra.field ?? error.extra.var_name ?? parameterIn(message)?.name
  if (typeof name !== 'string') return undefined
  if (Object.hasOwn(parameters, name)) return parameters[name]
  return Object.hasOwn(fields, name) ? (name as Field) : undefined
}

/** A sentence about a field, which names it by its label instead of by its parameter. */
export const sayingLabel = (sentence: string, parameter: string | undefined, label?: string): string =>
  parameter === undefined
    ? sentence
    : sentence.replace(parameter, () => label ?? parameter.replace(/\[.*/, '').replaceAll('_', ' '))
