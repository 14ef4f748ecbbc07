import type { Text } from '../en/index.ts'
import type { joining as english } from '../en/joining.ts'
import { number } from './numbers.ts'

/** The texts for people without an account, and for the tour of the first visit. */
export const joining: Text<typeof english> = {
  spectating: {
    openChannels: '所有人可读的频道',
    line: '你正在以访客身份阅读。',
    logIn: '登录参与',
    signUp: '注册',
    accountNeeded: '需要账号',
    notForVisitors: '查看此内容需要账号',
    notForVisitorsHint: '登录后会回到这里。',
    reactions: (n, emoji) => `${number(n)} × ${emoji}`,
  },
  otherOrganizations: '其他组织',
  forgetOrganization: (name) => `从列表中移除 ${name}`,
  tour: {
    title: '入门步骤',
    number: (n, all) => `第 ${number(n)} 步，共 ${number(all)} 步`,
    next: '下一步',
    done: '完成',
    skip: '全部跳过',
    inbox: {
      title: '从收件箱开始',
      text: '有未读内容的会话都在这里等你，读完后就会消失。',
    },
    channels: {
      title: '频道包含话题',
      text: '一个频道用于一个团队或主题。其中每个会话有自己的话题，所以你只需阅读与你有关的内容。',
    },
    recent: {
      title: '继续上次的会话',
      text: '你的会话，最新的在前，无论已读未读。',
    },
    search: {
      title: '去任何地方',
      text: '查找消息、成员和频道。随处按 Ctrl K 打开，按 ? 列出所有快捷键。',
    },
    topic: {
      title: '关注或静音',
      text: '话题或频道的菜单决定你会收到多少通知。',
    },
  },
}
