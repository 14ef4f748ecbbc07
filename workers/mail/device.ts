import { type Device, deviceName } from '../../core/people/credentials/device-name.ts'
import { languageFor } from '../../core/platform/text/languages.ts'
import type { Localized } from './localized.ts'

/** The name of a device in a mail. The template decides its language. */
export class MailDevice implements Localized {
  readonly #device: Device | undefined
  readonly #english: string

  /** Of a log-in that former builds have announced, only the English name `device` is known. */
  constructor({ device, program, system = null }: Partial<Device> & { readonly device: string }) {
    this.#english = device
    this.#device = program === undefined ? undefined : { program, system }
  }

  in(language: string): string {
    return this.#device === undefined
      ? this.#english
      : deviceName(languageFor(language) ?? 'en', this.#device)
  }
}
