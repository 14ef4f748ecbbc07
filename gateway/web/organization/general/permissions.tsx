import { SettingsGroups } from '../shared/settings-page.tsx'

/** Who may do what. */
export const Permissions = () => <SettingsGroups page="permissions" />
