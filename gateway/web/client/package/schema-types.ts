import { z } from 'zod'

/** The keywords of JSON Schema that zod writes. */
interface JsonSchema {
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
  readonly type?: string | readonly string[]
  /** Only `{}`, for a value that cannot exist. */
  readonly not?: object
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly JsonSchema[]
  readonly oneOf?: readonly JsonSchema[]
  readonly allOf?: readonly JsonSchema[]
  readonly items?: JsonSchema
  readonly prefixItems?: readonly JsonSchema[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: JsonSchema | boolean
  readonly propertyNames?: JsonSchema
  readonly description?: string
}

/** The comment above a property. */
export type Descriptions = Readonly<Record<string, string | undefined>>

/** An object type that may occur several times, and so may get a name. */
interface ObjectType {
  readonly token: string
  readonly name: string
  readonly text: string
}

/** Object types longer than this that occur several times get a name. */
const WORTH_A_NAME = 120
const TOKEN = /⟦\d+⟧/g

/**
 * Writes the inputs of zod schemas as TypeScript, with one named type for each definition and each repeated
 * object.
 */
export class SchemaTypes {
  readonly #named = new Map<string, string>()
  /** Object types by their text. Until `finish`, a token stands for each in the texts around it. */
  readonly #objects = new Map<string, ObjectType>()

  /**
   * The type of an object with these fields. `name` is unique; unnamed definitions inside are named after it.
   */
  objectType(
    name: string,
    fields: Readonly<Record<string, z.ZodType>>,
    descriptions: Descriptions = {},
  ): string {
    const schema = z.toJSONSchema(z.object(fields), { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const nameOf = (definition: string) =>
      definition.startsWith('__') ? `${name}${pascal(definition)}` : pascal(definition)
    for (const [definition, body] of Object.entries(schema.$defs ?? {})) {
      const text =
        comment(body.description) +
        declared(nameOf(definition), this.#shape(body, nameOf(definition), nameOf))
      const known = this.#named.get(nameOf(definition))
      if (known !== undefined && known !== text) throw new Error(`two definitions are named ${definition}`)
      this.#named.set(nameOf(definition), text)
    }
    return this.#members(schema, name, nameOf, descriptions)
  }

  /** `text` and the types that it names. */
  finish(text: string): string {
    const byToken = new Map([...this.#objects.values()].map((object) => [object.token, object]))
    const texts = [text, ...this.#named.values(), ...this.#objects.keys()]
    const counts = new Map<string, number>()
    for (const [token] of texts.flatMap((each) => [...each.matchAll(TOKEN)])) {
      counts.set(token, (counts.get(token) ?? 0) + 1)
    }
    const isNamed = (token: string) => counts.get(token)! > 1
    const written = (part: string): string =>
      part.replace(/^( *)(.*)$/gm, (_, indent: string, line: string) => {
        const whole = line.replace(TOKEN, (token) => {
          const { name, text } = byToken.get(token)!
          return isNamed(token) ? name : written(text).replaceAll('\n', `\n${indent}`)
        })
        return indent + whole
      })
    const repeated = [...byToken.values()].filter(({ token }) => isNamed(token))
    const declarations = [...this.#named.values(), ...repeated.map((each) => declared(each.name, each.text))]
    return [...declarations, text].map(written).join('\n')
  }

  #type(schema: JsonSchema, name: string, nameOf: (definition: string) => string): string {
    const inner = (part: JsonSchema, suffix = '') => this.#type(part, name + suffix, nameOf)
    if (schema.$ref !== undefined) return nameOf(schema.$ref.replace('#/$defs/', ''))
    if ('const' in schema) return JSON.stringify(schema.const)
    if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
    const choices = schema.anyOf ?? schema.oneOf
    if (choices !== undefined) {
      const types = new Set(choices.map((choice) => inner(choice)))
      return types.has('unknown') ? 'unknown' : [...types].join(' | ')
    }
    if (schema.allOf !== undefined) return schema.allOf.map((part) => `(${inner(part)})`).join(' & ')
    if (schema.not !== undefined) return 'never'
    if (typeof schema.type === 'object')
      return schema.type.map((type) => inner({ ...schema, type })).join(' | ')
    switch (schema.type) {
      case 'string':
      case 'boolean':
      case 'number':
      case 'null':
        return schema.type
      case 'integer':
        return 'number'
      case 'array':
        if (schema.prefixItems !== undefined) {
          return `readonly [${schema.prefixItems.map((item) => inner(item, 'Item')).join(', ')}]`
        }
        return `readonly ${grouped(inner(schema.items ?? {}, 'Item'))}[]`
      case 'object':
        return this.#objectOf(schema, name, nameOf)
      default:
        return 'unknown'
    }
  }

  /**
   * As `#type`, without a token for the object itself. Objects inside a definition have other names than it.
   */
  #shape(schema: JsonSchema, name: string, nameOf: (definition: string) => string): string {
    return schema.type === 'object'
      ? this.#members(schema, name, nameOf)
      : this.#type(schema, `${name}Value`, nameOf)
  }

  #objectOf(schema: JsonSchema, name: string, nameOf: (definition: string) => string): string {
    const text = this.#members(schema, name, nameOf)
    if (text.length < WORTH_A_NAME || !text.startsWith('{')) return text
    const known = this.#objects.get(text)
    if (known !== undefined) return known.token
    const token = `⟦${this.#objects.size}⟧`
    this.#objects.set(text, { token, name, text })
    return token
  }

  #members(
    { properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema,
    name: string,
    nameOf: (definition: string) => string,
    descriptions: Descriptions = {},
  ): string {
    const members = Object.entries(properties).map(([key, property]) => {
      const mark = required.includes(key) ? '' : '?'
      const type = this.#type(property, name + pascal(key), nameOf)
      return `${comment(descriptions[key] ?? property.description)}readonly ${quoted(key)}${mark}: ${type}`
    })
    if (typeof additionalProperties === 'object' && propertyNames?.enum !== undefined) {
      const keys = propertyNames.enum.map((key) => JSON.stringify(key)).join(' | ')
      const values = this.#type(additionalProperties, `${name}Value`, nameOf)
      const record = `Record<${keys}, ${values}>`
      return required.length === 0 ? `Readonly<Partial<${record}>>` : `Readonly<${record}>`
    }
    if (typeof additionalProperties === 'object') {
      members.push(`readonly [name: string]: ${this.#type(additionalProperties, `${name}Value`, nameOf)}`)
    }
    return members.length === 0 ? 'Readonly<Record<never, never>>' : `{\n${indented(members.join('\n'))}\n}`
  }
}

const declared = (name: string, type: string): string =>
  type.startsWith('{') ? `export interface ${name} ${type}\n` : `export type ${name} = ${type}\n`

/** A comment of the documentation; empty without a text. */
export const comment = (text: string | undefined): string => {
  if (text === undefined || text === '') return ''
  const lines = text.replaceAll('*/', '*\\/').split('\n')
  return lines.length === 1
    ? `/** ${lines[0]} */\n`
    : `/**\n${lines.map((line) => ` * ${line}`).join('\n')}\n */\n`
}

export const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/** `post messages/{message_id}` is `PostMessagesMessageId`. */
export const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join('')

/** A type as the element of a list. */
const grouped = (type: string): string =>
  /^(?:\{[\s\S]*\}|[\w⟦⟧]+)$/.test(type) && !/^\}.*[|&]/m.test(type) ? type : `(${type})`
const quoted = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key))
