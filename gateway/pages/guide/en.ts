import type { Guide } from './task.ts'

export const english: Guide = {
  title: 'Guide for administrators',
  hint: 'Each task says what to do and where. A page that you may not change says which permission is missing and who has it.',
  contents: 'Tasks',
  tasks: [
    {
      id: 'invite',
      title: 'Invite people',
      steps: [
        {
          text: 'Press “Invite people” beside the list of people. Paste addresses in any form, or make a link.',
        },
        { text: 'Choose role, channels and how long the invitation is valid.' },
        {
          text: 'See who has not come yet, and send it again or revoke it.',
          place: ['#organization/invitations', 'Invitations'],
        },
        {
          text: 'Say whether people need an invitation at all.',
          place: ['#organization/joining', 'Joining and logging in'],
        },
      ],
    },
    {
      id: 'roles',
      title: 'Make somebody an administrator',
      steps: [
        { text: 'Choose the person.', place: ['#organization/users', 'People'] },
        {
          text: 'Change “Role” on the person’s page. Only owners make owners, and the only owner keeps the role.',
        },
      ],
    },
    {
      id: 'leaves',
      title: 'Somebody leaves the company',
      steps: [
        { text: 'Choose the person.', place: ['#organization/users', 'People'] },
        {
          text: 'Press “Deactivate”. The person is logged out everywhere, bots and invitations end, and the messages stay.',
        },
        { text: 'The same page brings the account back.' },
      ],
    },
    {
      id: 'person-data',
      title: 'Hand out or erase a person’s data',
      steps: [
        { text: 'Choose the person.', place: ['#organization/users', 'People'] },
        {
          text: '“Export the data” makes an archive, which you download there. The person is told about it.',
        },
        {
          text: '“Erase the person” replaces name and address and deletes files, drafts and settings for good. You choose what happens to the messages.',
        },
      ],
    },
    {
      id: 'permissions',
      title: 'Give a permission',
      steps: [
        {
          text: 'Give it to roles, groups or single people.',
          place: ['#organization/permissions', 'Permissions'],
        },
        { text: 'Make a group for those who do the same work.', place: ['#groups', 'Groups'] },
        {
          text: 'Permissions of one channel are in its settings, under “Permissions”.',
          place: ['#channels/all', 'Channels'],
        },
      ],
    },
    {
      id: 'channels',
      title: 'Choose the channels of new people',
      steps: [
        {
          text: 'List the channels that everybody gets.',
          place: ['#organization/default-channels', 'Default channels'],
        },
        {
          text: 'Make groups of channels that people choose from when they join.',
          place: ['#organization/channel-groups', 'Groups of channels'],
        },
      ],
    },
    {
      id: 'close-channel',
      title: 'Close a channel',
      steps: [
        {
          text: 'Open the channel’s settings and press “Archive”. The messages stay and nobody writes there.',
          place: ['#channels/all', 'Channels'],
        },
        {
          text: 'The list of archived channels brings it back.',
          place: ['#channels/archived', 'Archived channels'],
        },
      ],
    },
    {
      id: 'reports',
      title: 'Deal with reported messages',
      steps: [
        {
          text: 'Name the channel that gets the reports. Everybody reports a message from its menu.',
          place: ['#organization/moderation', 'Moderation'],
        },
      ],
    },
    {
      id: 'looks',
      title: 'Add emoji, and links for texts such as #123',
      steps: [
        { text: 'Upload a picture and give it a name.', place: ['#organization/emoji', 'Emoji'] },
        {
          text: 'Write a pattern and an address, and try it out before you save it.',
          place: ['#organization/linkifiers', 'Linkifiers'],
        },
      ],
    },
    {
      id: 'usage',
      title: 'See how much the organization is used',
      steps: [
        {
          text: 'Active people, messages and storage by day, as plots, tables and files.',
          place: ['#organization/usage', 'Usage'],
        },
      ],
    },
    {
      id: 'audit',
      title: 'Find out who changed something',
      steps: [
        {
          text: 'Filter by person, kind and days. Log-ins are there too. Save it as a file for spreadsheets.',
          place: ['#organization/audit-log', 'Audit log'],
        },
      ],
    },
    {
      id: 'export',
      title: 'Take all data along',
      steps: [
        {
          text: 'Start an export and download it within a week.',
          place: ['#organization/exports', 'Exports'],
        },
      ],
    },
    {
      id: 'close',
      title: 'Close the organization',
      steps: [
        {
          text: 'Choose whether and when its data are deleted, and type its name. Everybody is logged out. The operator of the server can bring it back until that date.',
          place: ['#organization/deactivate', 'Deactivation'],
        },
      ],
    },
  ],
}
