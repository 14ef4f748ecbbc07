import type { CDPSession, Page } from 'playwright-core'

/** A device in Chromium that makes passkeys and checks the person without asking. */
export class VirtualPasskeys {
  readonly #cdp: CDPSession
  readonly #id: string

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp
    this.#id = id
  }

  static async plugInto(page: Page): Promise<VirtualPasskeys> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable')
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
        ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
      },
    })
    return new VirtualPasskeys(cdp, authenticatorId)
  }

  /** Copies the passkeys of another device, as a service that synchronizes them does. */
  async copyFrom(other: VirtualPasskeys): Promise<void> {
    for (const credential of await other.credentials()) {
      await this.#cdp.send('WebAuthn.addCredential', { authenticatorId: this.#id, credential })
    }
  }

  async credentials() {
    return (await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId: this.#id })).credentials
  }

  /** Whether the device checks the person by PIN or finger. */
  async verifies(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }
}
