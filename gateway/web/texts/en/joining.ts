/** The texts for people without an account. */
export const joining = {
  spectating: {
    openChannels: 'Channels that everybody can read',
    line: 'You are reading without an account.',
    logIn: 'Log in to take part',
    signUp: 'Sign up',
    accountNeeded: 'Account needed',
    notForVisitors: 'You need an account to see this',
    notForVisitorsHint: 'Log in, and you come back to this place.',
    reactions: (n: number, emoji: string) => `${n} × ${emoji}`,
  },
} as const
