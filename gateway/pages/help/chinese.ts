import { html } from '../html.ts'
import type { HelpTexts } from './help-text.ts'

export const chinese: HelpTexts = {
  title: '各个应用支持的功能',
  hint: '组织中的人可以使用其中任何一个，也可以同时使用几个：一个人写的内容，所有人立即就能看到。',
  columns: ['应用', '聊天', '关闭时的通知'],
  apps: [
    [
      '浏览器中的此页面',
      '支持',
      '在电脑和 Android 上，地址以 https 开头时：在账号菜单中打开“在此设备上通知”。在 iOS 16.4 及以上的 iPhone 和 iPad 上，请先将页面添加到主屏幕。',
    ],
    ['Zulip 的移动应用', '支持：输入此服务器的地址', '仅当运营者拥有应用发布者的凭据时'],
    ['zulip-terminal', '支持，使用你的电子邮件地址和 API 密钥', '运行期间'],
    ['机器人和程序', html`支持，通过 <a href="/api/">API</a>`, '事件发生时立即收到'],
  ],
  parts: [
    [
      '面向管理员',
      html`<a href="/help/administration/zh-hans">管理员指南</a>按任务编排：邀请成员、关闭频道、有人离开。`,
    ],
    [
      '你的 API 密钥',
      html`终端应用和程序用它登录。你可以在<a href="/#settings/account">账号设置</a>中找到它，
机器人的密钥在<a href="/#settings/bots">你的机器人</a>中。`,
    ],
    [
      '没有连接时',
      html`没有连接时此页面也能打开，并显示浏览器保存的最新对话：最多 50 个，每个 50 条消息。
能使用你的浏览器配置文件的人也能阅读它们。退出登录会将其删除，也可以在
<a href="/#settings/preferences">偏好设置</a>中关闭。`,
    ],
    [
      '邮件',
      html`你离开时错过的内容会通过邮件发送给你，除非你在<a href="/#settings/notifications">通知设置</a>中关闭它。`,
    ],
    ['键盘', html`在聊天中按 <code>?</code> 可查看按键列表。`],
  ],
}
