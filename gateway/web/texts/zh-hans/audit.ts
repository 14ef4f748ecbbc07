import type { AuditTexts } from '../../model/audit-texts.ts'
import type { audit as english } from '../en/audit.ts'
import type { Text } from '../en/index.ts'

const quoted = (name: string) => `“${name}”`

/** The texts of the audit log, fetched with its page. */
export const audit: Text<typeof english> = {
  hint: '谁更改了组织的什么，以及谁从哪里登录。消息和个人自己的设置不在此列。',
  list: '更改记录，最新在前',
  none: '没有更改',
  noneHint: '没有符合筛选条件的更改。',
  everybody: '所有人',
  everything: '全部',
  by: '更改者',
  kind: '类型',
  filters: (n) => (n === 0 ? '筛选' : `筛选（${n}）`),
  older: '显示更早的更改',
  csv: '下载为 CSV',
  csvIsMade: '正在获取更改…',
  csvName: 'audit-log.csv',
  csvColumns: ['时间', '更改者', '更改', '类型', 'ID', '属性', '原值', '新值'],
  server: '服务器',
  kinds: {
    organization: '组织',
    user_default: '新成员的默认设置',
    user: '成员',
    bot: '机器人',
    channel: '频道',
    channel_folder: '频道文件夹',
    user_group: '用户群组',
    default_channel_group: '频道组',
    profile_field: '资料字段',
    emoji: '表情',
    linkifier: '自动链接',
    playground: '代码试验场',
    domain: '允许的域名',
    log_in_provider: '登录提供方',
    provisioning_token: '目录令牌',
    invitation: '邀请',
    export: '导出',
    person_data: '个人数据',
    history_import: '历史记录导入',
    log_in: '登录',
  },
  created: (who, { kind, name }) => `${who} 创建了${object(kind, name)}。`,
  since: '从',
  until: '到',
  loggedIn: (who, from) => `${who} 登录：${from}。`,
  refusedLogIn: (who, from) => `有人为 ${who} 输入了错误的密码：${from}。`,
  refusedOtherwise: (who, how, from, reason) =>
    `${who === undefined ? '登录' : `以 ${who} 身份的登录`}被拒绝（${how}；${from}）${reason === undefined ? '' : `：${reason}`}。`,
  refusedLogOut: (how, from) => `来自 ${how} 的结束会话消息被拒绝：${from}。`,
  loggedInFrom: (device, address, method) =>
    `${device}，${address}${method === undefined ? '' : `，${method}`}`,
  methods: {
    password: '密码',
    passkey: '通行密钥',
    second_factor: '第二重验证',
    session: '已登录的浏览器',
    invitation: '邀请',
    device_code: '设备代码',
  },
  refusals: {
    AUTHENTICATION_FAILED: '信息有误，或没有此账号',
    USER_DEACTIVATED: '账号已停用',
    OTHER_METHOD_REQUIRED: '组织要求使用其他方式',
    PASSWORD_AUTH_DISABLED: '需要使用浏览器',
    LOG_IN_EXPIRED: '已过期，或在另一个浏览器中开始',
    PROVIDER_UNAVAILABLE: '提供方没有正常响应',
    ADDRESS_NOT_CONFIRMED: '邮箱未确认',
    ADDRESS_MISSING: '登录方没有提供邮箱',
    NO_ACCOUNT: '没有账号',
    OTHER_IDENTITY: '该账号在提供方处属于另一个人',
    INVITATION_REQUIRED: '没有邀请',
  },
  endedSessions: (who, name) => `${who} 让 ${name} 在所有地方退出登录。`,
  endedAllSessions: (who) => `${who} 让所有人退出登录。`,
  tried: (who, name, person) =>
    `${who} ${person === undefined ? '' : `以 ${person} 的身份`}试用了${quoted(name)}登录。`,
  subscribed: (who, people, channel) => `${who} 让 ${people} 订阅了${quoted(channel)}。`,
  unsubscribed: (who, people, channel) => `${who} 取消了 ${people} 对${quoted(channel)}的订阅。`,
  exported: (who, name) => `${who} 导出了 ${name} 的数据。`,
  merged: (who, name, into) => `${who}将帐号${name}合并到${into}`,
  erased: (who, name) => `${who} 清除了 ${name} 的数据。`,
  removed: (who, { kind, name }) => `${who} 移除了${object(kind, name)}。`,
  ended: (who, { kind, name }) => `${who} 停用了${object(kind, name)}。`,
  returned: (who, { kind, name }) => `${who} 重新启用了${object(kind, name)}。`,
  moved: (who, list) => `${who} 更改了${quoted(list)}的顺序。`,
  added: (who, what, { kind, name }) => `${who} 将 ${what} 添加到${object(kind, name)}。`,
  taken: (who, what, { kind, name }) => `${who} 将 ${what} 从${object(kind, name)}移除。`,
  on: '开',
  off: '关',
  empty: '无',
  changed: (who, { kind, name }, property, values) => {
    const where = kind === 'organization' || kind === 'user_default' ? '' : `${object(kind, name)}的`
    const how = values === undefined ? '' : `：${values.before} → ${values.after}`
    return `${who} 更改了${where}${quoted(property)}${how}。`
  },
  text: quoted,
  roles: { 100: '所有者', 200: '管理员', 300: '版主', 400: '成员', 600: '访客' },
  properties: {
    token: '原服务器的令牌',
    status: '状态',
    external_log_in: '通过提供方登录',
    gone_from_directory: '已不在目录中',
    subdomain: '子域名',
    custom_host: '主机',
    is_deactivated: '组织已停用',
    deletion_date: '数据删除日期',
    icon: '图标',
    logo: '浅色背景的标志',
    night_logo: '深色背景的标志',
    email: '电子邮箱',
    full_name: '名字',
    role: '角色',
    bot_owner_id: '所有者',
    avatar: '头像',
    api_key: 'API 密钥',
    provisioned_by: '由目录更改',
    can_create_users: '可以创建账号',
    can_change_user_emails: '可以更改邮箱',
    services: '服务',
    channels: '频道',
    name: '名称',
    description: '描述',
    invite_only: '私密',
    is_web_public: '网络公开',
    is_archived: '已归档',
    history_public_to_subscribers: '订阅者可阅读较早的消息',
    message_retention_days: '消息保留天数',
    topics_policy: '话题',
    is_default: '默认频道',
    folder_id: '文件夹',
    can_add_subscribers_group: '谁可以为他人订阅',
    can_remove_subscribers_group: '谁可以取消他人的订阅',
    can_administer_channel_group: '谁可以管理频道',
    can_delete_any_message_group: '谁可以删除所有消息',
    can_delete_own_message_group: '谁可以删除自己的消息',
    can_move_messages_out_of_channel_group: '谁可以将消息移到其他频道',
    can_move_messages_within_channel_group: '谁可以在频道内移动消息',
    can_send_message_group: '谁可以发消息',
    can_subscribe_group: '谁可以订阅',
    can_resolve_topics_group: '谁可以解决话题',
    can_add_members_group: '谁可以添加成员',
    can_join_group: '谁可以加入',
    can_leave_group: '谁可以退出',
    can_manage_group: '谁可以管理群组',
    can_mention_group: '谁可以提及群组',
    can_remove_members_group: '谁可以移除成员',
    allow_subdomains: '包括子域名',
    pattern: '匹配模式',
    url_template: '地址',
    pygments_language: '代码块的语言',
    type: '类型',
    hint: '提示',
    field_data: '值',
    display_in_profile_summary: '显示在卡片上',
    required: '必填',
    editable_by_user: '本人可以更改',
  },
}

function object(kind: keyof AuditTexts['kinds'], name: string): string {
  switch (kind) {
    case 'organization':
      return '组织'
    case 'user_default':
      return '新成员的默认设置'
    case 'user':
      return ` ${name} 的账号`
    case 'bot':
      return `机器人 ${name}`
    case 'channel':
      return `频道${quoted(name)}`
    case 'channel_folder':
      return `频道文件夹${quoted(name)}`
    case 'user_group':
      return `群组${quoted(name)}`
    case 'default_channel_group':
      return `频道组${quoted(name)}`
    case 'profile_field':
      return `资料字段${quoted(name)}`
    case 'emoji':
      return `表情 :${name}:`
    case 'linkifier':
      return `自动链接${quoted(name)}`
    case 'playground':
      return `代码试验场${quoted(name)}`
    case 'log_in_provider':
      return `登录提供方${quoted(name)}`
    case 'provisioning_token':
      return `目录令牌 ${quoted(name)}`
    case 'domain':
      return `允许的域名 ${name}`
    case 'invitation':
      return name === '' ? '可重复使用的邀请' : ` ${name} 的邀请`
    case 'export':
      return '导出'
    case 'log_in':
      return ` ${name} 的登录`
    case 'history_import':
      return `${quoted(name)}的导入`
    case 'person_data':
      return ` ${name} 的数据`
  }
}
