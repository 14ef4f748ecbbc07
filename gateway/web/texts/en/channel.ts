/** The texts of a channel's own view, and of the form that creates a channel, fetched with them. */
export const channel = {
  parts: 'Parts of the channel',
  general: 'General',
  personal: 'Personal',
  subscribers: 'Subscribers',
  openChannel: 'Open the channel',
  browse: 'Browse channels',
  notSubscribed: 'You are not subscribed',
  notSubscribedHint: 'Subscribers choose how the channel looks and notifies them.',
  mayNotSubscribe: 'Somebody in the channel can subscribe you.',
  leaveQuestion: (name: string) => `Unsubscribe from ${name}?`,
  leaveWarning: 'The channel is private: you can come back only if somebody subscribes you.',

  name: 'Name',
  description: 'Description',
  descriptionHint: 'What the channel is for, in Markdown. Ctrl+Enter saves.',
  noDescription: 'The channel has no description.',
  privacy: 'Who can read it',
  kinds: {
    webPublic: 'Everyone on the Internet',
    public: 'Everyone but guests',
    sharedHistory: 'Subscribers, all messages',
    ownHistory: 'Subscribers, from their subscription on',
  },
  privacyFixed: 'Only subscribers change this.',
  privacyQuestion: (name: string) => `Change who can read ${name}?`,
  privacyWarning: (kind: string) => `From now on: ${kind}. A notice in the channel says so.`,
  change: 'Change',
  about: 'About the channel',
  created: (date: string) => `Created on ${date}.`,
  createdBy: (name: string, date: string) => `Created by ${name} on ${date}.`,
  traffic: (n: number) => (n === 1 ? 'About one message a week.' : `About ${n} messages a week.`),

  look: 'Look',
  color: 'Colour',
  pin: 'Pin above the other channels',
  mute: 'Mute the channel',
  muteHint: 'Its messages notify you only if they mention you.',
  notifications: 'Notifications of new messages',
  asSettings: (isOn: boolean) => `As your settings say: ${isOn ? 'on' : 'off'}`,
  on: 'On',
  off: 'Off',
  desktop: 'Desktop',
  sound: 'Sound',
  push: 'Phone',
  mail: 'Mail',
  wildcards: 'Mentions of everyone',

  subscriberCount: (n: number) => (n === 1 ? '1 subscriber' : `${n} subscribers`),
  filterPeople: 'Filter by name',
  noSuchPerson: 'No subscriber has this name',
  addSubscriber: 'Subscribe people',
  personName: 'Name',
  remove: 'Remove',
  removePerson: (name: string) => `Remove ${name}`,
  membersFailed: 'The subscribers could not be loaded',

  newChannel: 'New channel',
  create: 'Create the channel',
  subscribeOthers: 'Subscribe others',
  mayNotCreate: 'You may not create channels here',

  permissions: 'Permissions',
  kindHints: {
    webPublic:
      'Anybody on the Internet can read it without an account, and search engines can find it. Only people with an account write.',
    public: 'Guests read it once they are subscribed.',
    sharedHistory:
      'Others do not see that it exists, except administrators. New subscribers read everything.',
    ownHistory:
      'Others do not see that it exists, except administrators. New subscribers read what is written from then on.',
  },
  nobody: 'nobody',
  administeredBy: (names: string) =>
    `Administrators and those who administer this channel can change it: ${names}.`,
  onlyAdministrators: (names: string) => `Administrators can change this: ${names}.`,
  onlyOwners: (names: string) => `Owners can change this: ${names}.`,
  mayNotSetTopicsPolicy: (names: string) =>
    `This needs the permission “Choose the topics rule of a channel”. Who has it: ${names}.`,
  mayNotSetDeletePolicy: (names: string) =>
    `This needs the permission “Choose who deletes messages of a channel”. Who has it: ${names}.`,
  mayNotAdd: (names: string) => `You may not subscribe others. Who may: ${names}.`,
  mayNotPost: (names: string) => `Only those who may write in the channel get it: ${names}.`,

  permissionGroups: {
    reading: 'Subscribing',
    posting: 'Writing',
    topics: 'Topics and moving',
    deleting: 'Deleting',
    administering: 'Administering',
  },
  permissionTexts: {
    can_subscribe_group: {
      name: 'Subscribe by themselves',
      text: 'They can read the channel and subscribe to it even if it is private.',
    },
    can_add_subscribers_group: {
      name: 'Subscribe others',
      text: 'Besides those who may in the whole organization. They can also read a private channel.',
    },
    can_remove_subscribers_group: {
      name: 'Unsubscribe others',
      text: 'Besides those who administer the channel.',
    },
    can_send_message_group: { name: 'Write messages', text: 'Bots may if their owner may.' },
    can_resolve_topics_group: {
      name: 'Mark topics as resolved',
      text: 'Besides those who may in the whole organization.',
    },
    can_move_messages_within_channel_group: {
      name: 'Move messages to other topics',
      text: 'Besides those who may in the whole organization.',
    },
    can_move_messages_out_of_channel_group: {
      name: 'Move messages to other channels',
      text: 'Besides those who may in the whole organization.',
    },
    can_delete_own_message_group: {
      name: 'Delete their own messages',
      text: 'Besides those who may in the whole organization.',
    },
    can_delete_any_message_group: {
      name: 'Delete messages of everybody',
      text: 'Besides those who may in the whole organization.',
    },
    can_administer_channel_group: {
      name: 'Administer the channel',
      text: 'They change its settings and permissions. It does not let them read a private channel.',
    },
  },

  folder: 'Folder',
  folderHint: 'Channels of one folder stand together in lists.',
  noFolder: 'None',
  topicsPolicy: 'Topics',
  topicsPolicies: {
    inherit: 'As the organization says',
    allow_empty_topic: 'With a topic or without',
    disable_empty_topic: 'Every message has a topic',
    empty_topic_only: 'No topics',
  },
  isDefault: 'Default channel',
  isDefaultHint: 'New people are subscribed to it, guests are not.',
  defaultIsPublic: 'Only channels that are not private can be default channels.',
  retention: 'Delete messages after',
  retentionHint: 'Nobody can bring deleted messages back.',
  retentionGeneral: (days: number) =>
    days > 0 ? `As the organization says: ${days} days` : 'As the organization says: never',
  retentionForEver: 'Never',
  retentionDays: 'days',
  retentionUnit: 'Delete messages after: kind of limit',
  daysNeeded: 'Enter a whole number of days.',
  email: 'E-mail address',
  emailHint:
    'Mails to this address become messages of the channel. Whoever knows it can write, so keep it secret.',
  showEmail: 'Show the e-mail address',
  emailSender: 'Who posts the mails',
  notificationBot: 'Notification bot',
  copy: 'Copy',
  emailCopied: 'Address copied',
  announce: 'Announce the channel',
  announceHint:
    'A message in the channel for announcements says that it is new. Private channels are not announced.',
  moreOptions: 'More options',

  archive: 'Archive the channel',
  archiveHint: 'Its messages stay, but nobody writes there any more.',
  archiveNow: 'Archive',
  archiveQuestion: (name: string) => `Archive ${name}?`,
  archiveWarning:
    'It leaves the lists of everybody, and nobody can write in it. Its unread messages count as read, it is no default channel any more, and its name is free for a new channel. Its messages stay, and you can unarchive it.',
  unarchive: 'Unarchive',
  unarchiveChannel: (name: string) => `Unarchive ${name}`,
  unarchiveQuestion: (name: string) => `Unarchive ${name}?`,
  unarchiveWarning:
    'Its subscribers see it in their lists again, and those who may write in it can. Its messages stay read.',
  unarchived: (name: string) => `${name} is back.`,
  noArchived: 'No channel is archived',
  noArchivedHint: 'Archived channels appear here.',
  archivedFailed: 'Archived channels could not be loaded',

  order: 'Order',
  orders: { name: 'By name', activity: 'By activity', subscribers: 'By subscribers' },
  weekly: (n: number) => `${n} a week`,

  folders: 'Folders',
  foldersHint: 'Folders group channels in the lists of everybody, in this order.',
  noFolders: 'There are no folders yet',
  newFolder: 'New folder',
  archivedFolders: 'Archived folders',
  moveUp: (name: string) => `Move ${name} up`,
  moveDown: (name: string) => `Move ${name} down`,
  archiveFolder: (name: string) => `Archive ${name}`,
  archiveFolderQuestion: (name: string) => `Archive the folder ${name}?`,
  archiveFolderWarning: 'It must have no channels. Nobody can choose it until it is unarchived.',

  subscribedNow: (n: number) =>
    n === 0
      ? 'All of them are subscribed already.'
      : n === 1
        ? '1 person subscribed.'
        : `${n} people subscribed.`,

  topics: 'Topics',
  filterTopics: 'Filter topics',
  topicCount: (n: number) => (n === 1 ? '1 topic' : `${n} topics`),
  topicOrders: { newest: 'Newest first', name: 'By name', unread: 'Most unread first' },
  shownTopics: 'Which topics',
  topicStates: { all: 'All topics', open: 'Not resolved', resolved: 'Resolved' },
  policyInherited: 'As the channel',
  policyFollowed: 'Followed',
  policyUnmuted: 'Unmuted',
  policyMuted: 'Muted',
  policyOf: (topic: string) => `Notifications of ${topic}`,
  markTopicRead: (topic: string) => `Mark ${topic} as read`,
  resolveTopic: (topic: string) => `Mark ${topic} as resolved`,
  unresolveTopic: (topic: string) => `Mark ${topic} as unresolved`,
  deleteTopic: (topic: string) => `Delete the topic ${topic}`,
  mayNotRead: 'You may not read this channel',
  mayNotResolve: (names: string) =>
    `This needs the permission “Mark topics as resolved”, and a subscription. Who has it: ${names}.`,

  defaultGroups: 'Default channel groups',
} as const
