import type { Text } from '../en/index.ts'
import type { realmSettings as english } from '../en/realm-settings.ts'

/** The settings of an organization as its pages name them. */
export const realmSettings: Text<typeof english> = {
  name: { name: '名称' },
  description: {
    name: '描述',
    text: '使用 Markdown。登录和加入时会显示。Ctrl+Enter 保存。',
  },
  org_type: {
    name: '组织类型',
    options: {
      0: '未指定',
      10: '企业',
      20: '开源项目',
      30: '教育（非营利）',
      35: '教育（营利）',
      40: '研究',
      50: '活动或会议',
      60: '非营利组织（已注册）',
      70: '政府',
      80: '政治团体',
      90: '社区',
      100: '个人',
      1000: '其他',
    },
  },

  default_language: {
    name: '新成员的语言',
    text: '也用于发给尚无账号者的邮件，以及通知机器人和欢迎机器人的消息。',
  },
  enable_spectator_access: {
    name: '允许没有账号的人阅读网络公开频道',
  },
  invite_required: { name: '加入需要邀请' },
  emails_restricted_to_domains: {
    name: '只允许指定域名的邮箱加入',
  },
  disallow_disposable_email_addresses: {
    name: '拒绝一次性邮箱',
    text: '在所有域名的邮箱都可加入时有效。',
  },
  waiting_period_threshold: {
    name: '新成员成为正式成员的天数',
  },
  authentication_methods: { name: '登录方式', options: { Email: '电子邮件和密码' } },
  two_factor_required_role: {
    name: '谁需要第二重验证',
    text: '他们登录时还需应用的验证码或通行密钥。',
    options: {
      0: '没有人',
      100: '所有者',
      200: '所有者和管理员',
      300: '所有者、管理员和版主',
      400: '访客以外的所有人',
      600: '所有人',
    },
  },
  two_factor_grace_days: {
    name: '设置第二重验证的天数',
    text: '之后必须先设置才能做其他事。',
  },
  session_length_hours: {
    name: '重新登录前的小时数',
    text: '0：无限制。适用于浏览器和桌面应用；手机应用保持登录。',
  },
  session_idle_minutes: {
    name: '不使用多少分钟后需重新登录',
    text: '0：按服务器运营者的设置。打开但无人使用的页面不算使用。',
  },

  enable_guest_user_indicator: { name: '标记访客的名字' },
  enable_guest_user_dm_warning: { name: '给访客发私信前提醒' },
  presence_disabled: { name: '不向任何人显示谁在线' },
  require_unique_names: { name: '名字必须唯一' },
  name_changes_disabled: { name: '只有管理员可以更改名字' },
  email_changes_disabled: { name: '任何人都不能更改自己的邮箱' },
  avatar_changes_disabled: { name: '只有管理员可以更改头像' },

  welcome_message_custom_text: {
    name: '欢迎语',
    text: '欢迎机器人会发给新成员，使用 Markdown。Ctrl+Enter 保存。',
  },
  new_stream_announcements_stream_id: { name: '新公开频道公布于' },
  signup_announcements_stream_id: { name: '新成员公布于' },
  moderation_request_channel_id: {
    name: '被举报的消息公布于',
    text: '一个私密频道。没有它，任何人都不能举报消息。',
  },

  digest_emails_enabled: { name: '向离开的人发送每周摘要邮件' },
  digest_weekday: {
    name: '摘要的日子',
    options: {
      0: '星期一',
      1: '星期二',
      2: '星期三',
      3: '星期四',
      4: '星期五',
      5: '星期六',
      6: '星期日',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: '关于消息的邮件可以包含消息文本',
  },
  require_e2ee_push_notifications: {
    name: '推送通知不包含消息文本',
    text: '这样 Google、Apple 和浏览器的服务只会传递发送者和位置。',
  },

  topics_policy: {
    name: '消息的话题',
    text: '频道可以有其他规则。',
    options: { allow_empty_topic: '可选', disable_empty_topic: '必填' },
  },
  message_retention_days: {
    name: '消息保留期限',
    text: '频道可以有其他天数。',
  },
  allow_message_editing: { name: '可以编辑自己的消息' },
  message_content_edit_limit_seconds: { name: '编辑消息的时限' },
  message_content_delete_limit_seconds: { name: '删除自己消息的时限' },
  move_messages_within_stream_limit_seconds: {
    name: '将消息移到其他话题的时限',
    text: '版主和管理员没有时限。',
  },
  move_messages_between_streams_limit_seconds: {
    name: '将消息移到其他频道的时限',
    text: '版主和管理员没有时限。',
  },
  message_edit_history_visibility_policy: {
    name: '可以看到的消息历史',
    options: { all: '以前的文本和位置', moves: '以前的位置', none: '无' },
  },
  enable_read_receipts: { name: '可以看到谁读过消息' },
  inline_image_preview: { name: '显示链接图片的预览' },
  inline_url_embed_preview: { name: '显示链接网站的预览' },
  default_code_block_language: {
    name: '未注明语言的代码块所用的语言',
    text: '例如 python。留空为纯文本。',
  },

  video_chat_provider: {
    name: '视频通话',
    options: { 0: '无', 1: 'Jitsi Meet', 3: 'BigBlueButton', 4: 'Zoom' },
  },
  jitsi_server_url: { name: 'Jitsi 服务器的地址', text: '留空则使用服务器自带的。' },
  giphy_rating: {
    name: 'GIF',
    options: {
      0: '无',
      1: 'Y 级（幼龄观众）',
      2: 'G 级（普通观众）',
      3: 'PG 级（建议家长指导）',
      4: 'PG-13 级（13 岁以下建议家长指导）',
      5: 'R 级（限制级）',
    },
  },

  create_multiuse_invite_group: { name: '创建可重复使用的邀请链接' },
  can_invite_users_group: { name: '通过邮件邀请' },
  can_access_all_users_group: {
    name: '查看所有成员',
    text: '不在其中的访客只能看到与自己同在一个频道或会话中的人。',
  },
  can_create_groups: { name: '创建群组' },
  can_manage_all_groups: { name: '管理所有群组' },
  can_create_bots_group: { name: '创建各种机器人' },
  can_create_write_only_bots_group: { name: '创建只发送的机器人' },
  can_add_custom_emoji_group: { name: '添加表情' },
  can_create_public_channel_group: { name: '创建公开频道' },
  can_create_private_channel_group: { name: '创建私密频道' },
  can_create_web_public_channel_group: {
    name: '创建面向整个互联网的频道',
    text: '在没有账号的人可以阅读时有效。',
  },
  can_add_subscribers_group: { name: '为他人订阅频道' },
  can_set_topics_policy_group: { name: '选择频道的话题规则' },
  can_set_delete_message_policy_group: { name: '选择谁可删除频道的消息' },
  can_mention_many_users_group: { name: '在人数众多处提及所有人' },
  can_resolve_topics_group: { name: '将话题标为已解决' },
  can_move_messages_between_topics_group: { name: '将消息移到其他话题' },
  can_move_messages_between_channels_group: { name: '将消息移到其他频道' },
  can_delete_own_message_group: { name: '删除自己的消息' },
  can_delete_any_message_group: { name: '删除任何人的消息' },
  direct_message_initiator_group: { name: '发起私信会话' },
  direct_message_permission_group: {
    name: '参与私信会话',
    text: '每个会话中必须有一人拥有此权限。机器人始终允许。',
  },
}
