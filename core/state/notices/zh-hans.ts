import type { Moved, NoticeTexts } from './notice-texts.ts'

const amount = ({ isAll, count }: Moved): string => (isAll ? '此话题' : ` ${count} 条消息`)

/** The messages that the server writes, in simplified Chinese. */
export const CHINESE: NoticeTexts = {
  topics: {
    channelEvents: '频道动态',
    newChannels: '新频道',
    signups: '新成员',
    reportsOf: (name) => `关于 ${name} 的举报`,
  },
  firstChannels: [
    { name: '综合', description: '适用于与组织中所有人有关的一切。' },
    { name: '沙盒', description: '用于尝试各种功能的地方。' },
  ],
  privacy: {
    webPublic: '网上公开',
    public: '公开',
    sharedHistory: '私密，共享历史消息',
    protectedHistory: '私密，不共享历史消息',
  },
  channelCreated: (privacy, by) =>
    `${by === undefined ? '新频道已创建' : `${by} 创建了此频道`}： **${privacy}** 。 **描述：**`,
  noDescription: '*没有描述。*',
  renamed: (by, before, after) => `${by} 将此频道的名称从 **${before}** 改为 **${after}** 。`,
  described: (by) => `${by} 更改了此频道的描述。`,
  before: '之前',
  now: '现在',
  none: '*（无）*',
  privacyChanged: (by, is, was) => `${by} 将此频道设为 **${is}** ；之前是 **${was}** 。`,
  retentionChanged: (by, is, was) => `${by} 更改了此频道消息的保留时间： ${is} ，之前是 ${was} 。`,
  forEver: '**永久**',
  forDays: (days) => `**${days} 天**`,
  permissionChanged: (by, may, is, was) => `${by} 更改了谁可以${may}： ${is} ，之前是 ${was} 。`,
  may: {
    canAddSubscribersGroup: '让他人订阅此频道',
    canRemoveSubscribersGroup: '取消他人对此频道的订阅',
    canAdministerChannelGroup: '管理此频道',
    canDeleteAnyMessageGroup: '删除此频道的任何消息',
    canDeleteOwnMessageGroup: '删除自己在此频道的消息',
    canMoveMessagesOutOfChannelGroup: '将消息移出此频道',
    canMoveMessagesWithinChannelGroup: '在此频道内移动消息',
    canSendMessageGroup: '在此频道发言',
    canSubscribeGroup: '订阅此频道',
    canResolveTopicsGroup: '解决此频道的话题',
  },
  nobody: '**无人**',
  archived: (by) => `${by} 归档了此频道。`,
  unarchived: (by) => `${by} 取消归档了此频道。`,
  subscribed: (by, channel) => `${by} 让你订阅了 ${channel} 。`,
  subscribedTo: (by) => `${by} 让你订阅了这些频道：`,
  channelsCreated: (by) => `${by} 创建了频道：`,
  addedToGroup: (by, group) => `${by} 将你加入群组 ${group} 。`,
  removedFromGroup: (by, group) => `${by} 将你移出群组 ${group} 。`,
  joined: (who) => `${who} 加入了此组织。`,
  invitationAccepted: (who) => `${who} 接受了你的邀请！`,
  greeting: (organization) => `你好，欢迎来到 ${organization}！ :wave: 我是欢迎机器人。

* 消息发在 **频道** 中，每条都有一个 **话题** ：回复时使用同一话题，新内容另起一个话题。
* 发送 **私信** ，与一个人或几个人交谈。
* 用 \`@\` 和名字 **提及** 某人，对方就会收到通知。
* 上传你的头像，并在 **设置** 中选择想收到哪些通知。

没有人阅读你在这里的回复：请随意尝试。`,
  fromAdministrators: (organization) => `来自 ${organization} 管理员的消息：`,
  resolved: (by) => `${by} 将此话题标记为已解决。`,
  unresolved: (by) => `${by} 将此话题标记为未解决。`,
  movedHere: (moved, from, by) => `${by} 从 ${from} 将${amount(moved)}移到了这里。`,
  movedAway: (moved, to, by) => `${by} 将${moved.isAll ? '' : '此话题的'}${amount(moved)}移到了 ${to} 。`,
  privateChannel: '一个私密频道',
  reported: (by, message, sender) => `${by} 举报了 ${sender} 的消息： ${message} 。`,
  reason: '原因',
  notes: '备注',
  reasons: {
    spam: '垃圾信息',
    harassment: '骚扰',
    inappropriate: '不当内容',
    norms: '违反社区规范',
    other: '其他原因',
  },
  directMessage: (url) => `[私信](${url})`,
  reminder: (message) => `你设置了对此消息的提醒： ${message} 。`,
  note: '备注：',
  said: (author, url) => `${author ?? '你'} [说](${url})：`,
  sentPoll: (author, url) => `${author ?? '你'} [发送](${url})了一个投票。`,
  sentList: (author, url) => `${author ?? '你'} [发送](${url})了一个待办列表。`,
  reminderUnreadable: '你设置了提醒的消息现在已无法阅读。',
  notSent: (channel) =>
    `你的定时消息${channel === undefined ? '' : `（发往 **${channel}** ）`}未能发送，原因是：`,
  scheduledMessages: '查看定时消息',
  exported: (url) => `导出已完成。[查看并下载导出](${url})。`,
  yourDataExported: (by) => `${by} 导出了你的数据。`,
  dataExported: (person, url) => `${person} 的数据已导出。[下载](${url})。`,
  botNotAnswered: (bot, message) => `发给你的机器人 ${bot} 的消息（编号 ${message}）没有得到回应。`,
  answerNotSent: (reason) => `它的回应未能发送：${reason}`,
  historyArrived: (url) => `你的历史记录已导入。[阅读报告](${url})，并邀请其中的人前来。`,
}
