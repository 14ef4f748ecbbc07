import { SettingsGroups } from '../shared/settings-page.tsx'

/** Where moderators get to know of reported messages. */
export const Moderation = () => <SettingsGroups page="moderation" />
