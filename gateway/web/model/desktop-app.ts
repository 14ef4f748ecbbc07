/** What the window of Zulip Desktop offers to its page, as `electron_bridge`. */
export interface DesktopApp {
  readonly send_event: (name: string, ...details: readonly unknown[]) => boolean
  readonly on_event: (name: string, listener: (...details: never[]) => void) => void
  /** Shows a notification of the system. `dispatch` gets what happens to it: `click`, `close`. */
  readonly new_notification?: (
    title: string,
    options: NotificationOptions,
    dispatch: (type: string, init: EventInit) => boolean,
  ) => { readonly close: () => void }
  /** Whether nobody uses the computer. */
  readonly get_idle_on_system?: () => boolean
  readonly set_send_notification_reply_message_supported?: (isSupported: boolean) => void
}

/** The desktop app around the page; undefined in a browser. An element with this name is not the app. */
export function desktopApp(): DesktopApp | undefined {
  const { electron_bridge: app } = globalThis as { readonly electron_bridge?: DesktopApp | Element }
  return app === undefined || app instanceof Element ? undefined : app
}
