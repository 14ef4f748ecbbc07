import type { Moved, NoticeTexts } from './notice-texts.ts'

const amount = ({ isAll, count }: Moved): string => {
  if (isAll) return 'This topic was'
  return count === 1 ? 'A message was' : `${count} messages were`
}

/** The messages that the server writes, in English. */
export const ENGLISH: NoticeTexts = {
  topics: {
    channelEvents: 'channel events',
    newChannels: 'new channels',
    signups: 'signups',
    reportsOf: (name) => `${name}'s moderation requests`,
  },
  firstChannels: [
    { name: 'general', description: 'For everything that concerns everybody in the organization.' },
    { name: 'sandbox', description: 'A place to try things out.' },
  ],
  privacy: {
    webPublic: 'web-public',
    public: 'public',
    sharedHistory: 'private, shared history',
    protectedHistory: 'private, protected history',
  },
  channelCreated: ([first = '', ...rest], by) =>
    `**${first.toUpperCase()}${rest.join('')}** channel created${by === undefined ? '' : ` by ${by}`}. **Description:**`,
  noDescription: '*No description.*',
  renamed: (by, before, after) => `${by} renamed this channel from **${before}** to **${after}**.`,
  described: (by) => `${by} gave this channel another description.`,
  before: 'Before',
  now: 'Now',
  none: '*(none)*',
  privacyChanged: (by, is, was) => `${by} made this channel **${is}**; it was **${was}**.`,
  retentionChanged: (by, is, was) =>
    `${by} decided that messages of this channel are kept ${is}, not ${was}.`,
  forEver: '**for ever**',
  forDays: (days) => `**for ${days} ${days === 1 ? 'day' : 'days'}**`,
  permissionChanged: (by, may, is, was) => `${by} changed who may ${may}: ${is}, not ${was}.`,
  may: {
    canAddSubscribersGroup: 'subscribe others to this channel',
    canRemoveSubscribersGroup: 'unsubscribe others from this channel',
    canAdministerChannelGroup: 'administer this channel',
    canDeleteAnyMessageGroup: 'delete any message of this channel',
    canDeleteOwnMessageGroup: 'delete their own messages of this channel',
    canMoveMessagesOutOfChannelGroup: 'move messages out of this channel',
    canMoveMessagesWithinChannelGroup: 'move messages within this channel',
    canSendMessageGroup: 'post in this channel',
    canSubscribeGroup: 'subscribe to this channel',
    canResolveTopicsGroup: 'resolve topics of this channel',
  },
  nobody: '**nobody**',
  archived: (by) => `${by} archived this channel.`,
  unarchived: (by) => `${by} unarchived this channel.`,
  subscribed: (by, channel) => `${by} subscribed you to ${channel}.`,
  subscribedTo: (by) => `${by} subscribed you to these channels:`,
  channelsCreated: (by, count) => `${by} created ${count === 1 ? 'a channel' : 'channels'}:`,
  addedToGroup: (by, group) => `${by} added you to the group ${group}.`,
  removedFromGroup: (by, group) => `${by} removed you from the group ${group}.`,
  joined: (who) => `${who} joined this organization.`,
  invitationAccepted: (who) => `${who} accepted your invitation to join the organization!`,
  greeting: (organization) => `Hello, and welcome to ${organization}! :wave: I am the Welcome Bot.

* Messages go to **channels**, and each has a **topic**: reply in the topic that you answer to, and begin another one \
for what is new.
* Send a **direct message** to talk with one person, or with a few.
* **Mention** somebody with \`@\` and the name, and the person is notified.
* Upload a picture of yourself and say what you would like to be notified of in your **settings**.

Nobody reads what you answer here: try anything out.`,
  fromAdministrators: (organization) => `A message from the administrators of ${organization}:`,
  resolved: (by) => `${by} has marked this topic as resolved.`,
  unresolved: (by) => `${by} has marked this topic as unresolved.`,
  movedHere: (moved, from, by) => `${amount(moved)} moved here from ${from} by ${by}.`,
  movedAway: (moved, to, by) =>
    `${amount(moved)} moved ${moved.isAll ? '' : 'from this topic '}to ${to} by ${by}.`,
  privateChannel: 'a private channel',
  reported: (by, message, sender) => `${by} reported ${message}, sent by ${sender}.`,
  reason: 'Reason',
  notes: 'Notes',
  reasons: {
    spam: 'Spam',
    harassment: 'Harassment',
    inappropriate: 'Inappropriate content',
    norms: 'Violates community norms',
    other: 'Other reason',
  },
  directMessage: (url) => `a [direct message](${url})`,
  reminder: (message) => `You requested a reminder for ${message}.`,
  note: 'Note:',
  said: (author, url) => `${author ?? 'you'} [said](${url}):`,
  sentPoll: (author, url) => `${author ?? 'you'} [sent](${url}) a poll.`,
  sentList: (author, url) => `${author ?? 'you'} [sent](${url}) a to-do list.`,
  reminderUnreadable: 'You requested a reminder for a message that you can no longer read.',
  notSent: (channel) =>
    `The server could not send ${channel === undefined ? 'a message' : `a message to **${channel}**`} that you scheduled, because of the following error:`,
  scheduledMessages: 'View scheduled messages',
  exported: (url) => `Your data export is complete. [View and download exports](${url}).`,
  yourDataExported: (by) => `${by} has exported your data.`,
  dataExported: (person, url) => `The data of ${person} is exported. [Download it](${url}).`,
  botNotAnswered: (bot, message) => `A message to your bot ${bot} (number ${message}) was not answered.`,
  answerNotSent: (reason) => `its answer could not be sent: ${reason}`,
  historyArrived: (url) =>
    `Your history is here. [Read the report](${url}), and ask the people in it to come.`,
}
