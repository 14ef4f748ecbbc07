import type { Options } from '../../state/settings/setting.ts'
import { VIDEO_CHAT_PROVIDERS } from '../../state/settings/settings.ts'
import { invalidSettingOption } from './errors.ts'

/** The meeting servers that an operator has configured. */
export interface MeetingServers {
  readonly bigBlueButtonUrl?: string
  readonly zoomClientId?: string
}

/** The providers that organizations of this server can choose. */
export function videoChatProviders({ bigBlueButtonUrl, zoomClientId }: MeetingServers): Options {
  const { big_blue_button, zoom, ...others } = VIDEO_CHAT_PROVIDERS
  return {
    ...others,
    ...(bigBlueButtonUrl !== undefined && { big_blue_button }),
    ...(zoomClientId !== undefined && { zoom }),
  }
}

/** Throws for a provider that organizations of this server cannot choose. */
export function checkProvider(servers: MeetingServers, id: unknown): void {
  const ids = Object.values(videoChatProviders(servers)).map((provider) => provider.id)
  if (!ids.some((known) => known === id)) throw invalidSettingOption('video_chat_provider', id, ids)
}
