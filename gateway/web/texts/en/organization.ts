/** The texts of the pages that administer the organization, fetched with them. */
export const organization = {
  sections: 'Pages of the organization',
  groups: {
    organization: 'Organization',
  },
  titles: {
    profile: 'Profile',
    settings: 'Settings',
    joining: 'Joining and logging in',
  },
  settingGroups: {
    about: 'About the organization',
    messages: 'Messages',
    notifications: 'Notifications',
    people: 'People',
    other: 'Other',
    joining: 'Joining',
    logIn: 'Logging in',
  },
  backToList: 'All pages of the organization',

  onlyAdministrators: (names: string) => `Administrators can change this: ${names}.`,
  onlyOwners: (names: string) => `Owners can change this: ${names}.`,
  andOthers: (names: string, n: number) => `${names} and ${n} more`,

  noLimit: 'No limit',
  seconds: 'seconds',
  minutes: 'minutes',
  hours: 'hours',
  days: 'days',
  unitOf: (name: string) => `${name}: unit`,
  numberNeeded: 'Enter a whole number.',
  numberBetween: (least: number, most: number) => `Enter a whole number from ${least} to ${most}.`,
} as const
