import { SettingsGroups } from '../shared/settings-page.tsx'

/** Who may join, and how people log in. */
export const Joining = () => <SettingsGroups page="joining" />
