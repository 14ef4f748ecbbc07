import { SettingsGroups } from '../shared/settings-page.tsx'

/** What the organization is. */
export const Profile = () => <SettingsGroups page="profile" />
