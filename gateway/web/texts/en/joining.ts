/** The texts for people without an account, and for the tour of the first visit. */
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
  otherOrganizations: 'Other organizations',
  forgetOrganization: (name: string) => `Take ${name} out of this list`,
  tour: {
    title: 'First steps',
    number: (n: number, all: number) => `${n} of ${all}`,
    next: 'Next',
    done: 'Done',
    skip: 'Skip all',
    inbox: {
      title: 'Start at the inbox',
      text: 'Every conversation with something unread waits here, and leaves once you have read it.',
    },
    channels: {
      title: 'Channels hold topics',
      text: 'A channel is for a team or a subject. Inside, each conversation has its own topic, so you read only what concerns you.',
    },
    recent: {
      title: 'Pick up where you were',
      text: 'Your conversations, the latest first, read or not.',
    },
    search: {
      title: 'Go anywhere',
      text: 'Find messages, people and channels. Ctrl K opens it from everywhere, and ? lists all keys.',
    },
    topic: {
      title: 'Follow or mute',
      text: 'The menu of a topic or channel decides how much you hear of it.',
    },
  },
} as const
