import { signal } from '@preact/signals'
import { eachPage, type OnPage } from '../store/state/page.ts'

/** The browser's offer to install the page as an app. The types of the DOM do not have it. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}

/** Undefined while the browser offers nothing: it cannot install, or the app is installed. */
export const installOffer = eachPage(() => signal<InstallOffer | undefined>(undefined))

/** Keeps the browser's offer for the account menu, instead of a bar that the browser shows by itself. */
export function awaitInstallOffer(page: OnPage): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    installOffer(page).value = event as InstallOffer
  })
  addEventListener('appinstalled', () => {
    installOffer(page).value = undefined
  })
}

/** Shows the offer. A browser takes it once. */
export async function install(page: OnPage): Promise<void> {
  const offer = installOffer(page).value
  installOffer(page).value = undefined
  await offer?.prompt()
}
