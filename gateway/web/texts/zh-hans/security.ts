import type { Text } from '../en/index.ts'
import type { security as english } from '../en/security.ts'
import { plural } from './numbers.ts'

/** The texts of the page about the reader's log-in, fetched with the settings. */
export const security: Text<typeof english> = {
  password: '密码',
  confirmTitle: '确认你的身份',
  confirmHint: '你登录已有一段时间，而此更改涉及你的登录方式。',
  orCode: '或应用的验证码，或恢复码',
  confirm: '确认',
  usePasskey: '使用通行密钥',
  notConfirmed: '你没有确认身份。没有任何更改。',

  secondFactor: '第二重验证',
  secondFactorHint: '启用第二重验证后，仅凭密码无法登录。',
  requiredFrom: (day) => `你的组织从 ${day} 起要求第二重验证。`,
  app: '验证器应用',
  appAdded: (day) => `添加于 ${day}。`,
  appNone: '手机上的应用显示六位数字，每 30 秒更换一次。',
  addApp: '设置应用',
  replaceApp: '设置另一个应用',
  removeApp: '移除应用',
  removeAppQuestion: '移除验证器应用？',
  removeAppWarning: '它的验证码将失效。没有通行密钥时，仅凭密码即可登录。',
  scan: '用应用扫描此码，然后输入它显示的数字。',
  qrCode: '验证器应用的二维码',
  secret: '没有摄像头时，请输入此密钥',
  code: '验证码',
  goOn: '继续',

  codes: '恢复码',
  codesLeft: (count) => plural(count, { other: '你还剩 # 个恢复码。' }),
  codesNone: '首次启用第二重验证时会得到它们。',
  newCodes: '生成新的恢复码',
  newCodesQuestion: '生成新的恢复码？',
  newCodesWarning: '原来的恢复码将失效。',
  codesTitle: '保存你的恢复码',
  codesHint: '每个恢复码可代替第二重验证一次。请保存在没有此设备也能找到的地方。它们只在现在显示。',
  download: '下载',
  done: '我已保存',

  passkeys: '通行密钥',
  passkeysHint: '用指纹、面容、PIN 或安全密钥代替密码登录。',
  addPasskey: '添加通行密钥',
  passkeyFailed: '浏览器没有创建通行密钥。',
  passkeyTimes: (added, used) =>
    used === undefined ? `添加于 ${added}，尚未使用` : `添加于 ${added}，上次使用 ${used}`,
  rename: '重命名',
  renamePasskey: (name) => `重命名：${name}`,
  passkeyName: '通行密钥的名称',
  save: '保存',
  remove: '删除',
  removePasskey: (name) => `删除：${name}`,
  removePasskeyQuestion: (name) => `删除通行密钥 ${name}？`,
  removePasskeyWarning: '将无法再用它登录。也请从你的设备上移除。',

  sessions: '会话和设备',
  sessionsHint: '你已登录的浏览器。应用使用 API 密钥：新密钥会使它们退出。',
  thisDevice: '此设备',
  sessionTimes: (started, used) =>
    started === undefined ? `上次使用 ${used}` : `自 ${started} 起，上次使用 ${used}`,
  logOut: '退出登录',
  logOutDevice: (device) => `退出登录：${device}`,
  logOutOthers: '退出所有其他设备',
  notLoaded: '无法加载。',
}
