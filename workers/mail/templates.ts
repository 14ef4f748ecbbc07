import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UnrecoverableError } from 'bullmq'
import Mustache from 'mustache'
import { MailCount, PLURAL_FORMS } from './count.ts'
import type { Localized } from './localized.ts'

/** The values of a template: texts and localized values by name, and sections that are shown or repeated. */
export interface Values {
  readonly [name: string]: string | number | boolean | Localized | Values | readonly Values[]
}

interface Template {
  readonly text: string
  /** Its language, which may differ from the reader's. */
  readonly language: string
}

/** A filled template. */
export interface Rendered {
  readonly subject: string
  readonly html: string
  readonly text: string
}

const SHIPPED = fileURLToPath(new URL('./templates', import.meta.url))
/** The language of texts that are not translated. */
const FALLBACK = 'en'

/**
 * The texts of mails: Mustache templates (`{{name}}` escaped, `{{{name}}}` not) in
 * `<language>/<template>/{subject.txt,body.html,body.txt}`, the bodies within `<language>/layout.{html,txt}`.
 * Files in `replacements` override shipped files. A file is read when it is first needed, and cached.
 */
export class Templates {
  readonly #folders: readonly string[]
  readonly #files = new Map<string, Template>()

  constructor(replacements?: string) {
    this.#folders = replacements === undefined ? [SHIPPED] : [replacements, SHIPPED]
  }

  /**
   * Throws `UnrecoverableError` when the template does not exist, is malformed, or names an unknown value.
   */
  render(language: string, name: string, values: Values): Rendered {
    const filled = (file: string, more: Values = {}) => {
      const asText = file.endsWith('.html') ? undefined : { escape: (value: unknown) => String(value) }
      try {
        const template = this.#file(language, file)
        const context = new StrictContext({ ...values, ...more }, template.language)
        return Mustache.render(template.text, context, undefined, asText)
      } catch (error) {
        throw new UnrecoverableError(`mail template ${file}: ${(error as Error).message}`)
      }
    }
    const within = (layout: string, file: string) => filled(layout, { body: filled(file) })
    return {
      subject: filled(`${name}/subject.txt`).replace(/\s+/g, ' ').trim(),
      html: within('layout.html', `${name}/body.html`),
      text: within('layout.txt', `${name}/body.txt`),
    }
  }

  #file(language: string, file: string): Template {
    const key = `${language}/${file}`
    let template = this.#files.get(key)
    if (template === undefined) {
      template = this.#read(language, file)
      this.#files.set(key, template)
    }
    return template
  }

  #read(language: string, file: string): Template {
    const languages = new Set([language, language.split('-')[0]!, FALLBACK])
    for (const code of languages) {
      for (const folder of this.#folders) {
        try {
          return { text: readFileSync(join(folder, code, file), 'utf8'), language: code }
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
        }
      }
    }
    throw new Error('there is no such file')
  }
}

/**
 * Throws for an unknown name, where Mustache renders nothing. Localized values have the language of the
 * template.
 */
class StrictContext extends Mustache.Context {
  readonly #language: string

  constructor(view: unknown, language: string, parent?: StrictContext) {
    super(view, parent)
    this.#language = language
  }

  override lookup(name: string): unknown {
    const dot = name.lastIndexOf('.')
    const form = PLURAL_FORMS.find((each) => each === name.slice(dot + 1))
    if (dot > 0 && form !== undefined) {
      const counted: unknown = super.lookup(name.slice(0, dot))
      if (counted instanceof MailCount) return counted.has(form, this.#language)
    }
    const found: unknown = super.lookup(name)
    if (found === undefined) throw new Error(`there is no value ${name}`)
    return isLocalized(found) ? found.in(this.#language) : found
  }

  override push(view: unknown): StrictContext {
    return new StrictContext(view, this.#language, this)
  }
}

const isLocalized = (value: unknown): value is Localized =>
  typeof value === 'object' && value !== null && typeof (value as Partial<Localized>).in === 'function'
