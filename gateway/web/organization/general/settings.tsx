import { SettingsGroups } from '../shared/settings-page.tsx'

/** How the organization works: messages, notifications, people. */
export const Settings = () => <SettingsGroups page="settings" />
