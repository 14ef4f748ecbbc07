import type { Text } from '../en/index.ts'
import type { userSettings as english } from '../en/user-settings.ts'

const BY_PARTICIPATION = {
  1: 'عندما يكتبون فيها أو يتفاعلون',
  2: 'عندما يكتبون فيها',
  3: 'عندما يبدؤونها',
  4: 'أبدًا',
}
const SEVERAL_ALWAYS_NEVER = { 1: 'عند الوجود في عدة مؤسسات', 2: 'دائمًا', 3: 'أبدًا' }

/** The settings of users as the page with the defaults of new people names them. */
export const userSettings: Text<typeof english> = {
  color_scheme: { name: 'المظهر', options: { 1: 'مثل الجهاز', 2: 'داكن', 3: 'فاتح' } },
  twenty_four_hour_time: { name: 'نظام 24 ساعة', text: '14:30 بدل 2:30 م.' },
  emojiset: {
    name: 'الرموز التعبيرية',
    options: {
      google: 'Google Noto',
      'google-blob': 'Google blobs',
      twitter: 'Twemoji',
      text: 'أسماء مثل :tada:',
    },
  },
  web_font_size_px: { name: 'حجم النص بالبكسل' },
  web_line_height_percent: { name: 'المسافة بين الأسطر بنسبة مئوية من حجم النص' },
  web_left_sidebar_show_channel_folders: { name: 'تجميع القنوات حسب المجلدات في الشريط الجانبي' },
  web_left_sidebar_unreads_count_summary: { name: 'إظهار مجموع غير المقروء بجانب الأجزاء المطوية' },
  web_home_view: {
    name: 'العرض الأول',
    options: { inbox: 'الوارد', recent_topics: 'المحادثات الأخيرة', all_messages: 'كل الرسائل' },
  },
  web_escape_navigates_to_home_view: { name: 'Esc يفتح العرض الأول' },
  starred_message_counts: { name: 'عدّ الرسائل المميزة بنجمة' },
  display_emoji_reaction_users: { name: 'إظهار أسماء المتفاعلين عندما يكونون قلة' },
  desktop_icon_count_display: {
    name: 'الرقم في العنوان والأيقونة',
    options: {
      1: 'كل الرسائل غير المقروءة',
      2: 'الرسائل المباشرة والإشارات والمواضيع المتابَعة',
      3: 'الرسائل المباشرة والإشارات',
      4: 'بلا رقم',
    },
  },

  enter_sends: { name: 'Enter يرسل' },
  translate_emoticons: { name: 'تحويل :) إلى رمز تعبيري' },
  enable_drafts_synchronization: { name: 'حفظ المسودات على الخادم' },
  receives_typing_notifications: { name: 'إظهار من يكتب' },

  automatically_follow_topics_policy: { name: 'متابعة المواضيع تلقائيًا', options: BY_PARTICIPATION },
  automatically_follow_topics_where_mentioned: { name: 'متابعة المواضيع التي تشير إليهم' },
  automatically_unmute_topics_in_muted_streams_policy: {
    name: 'إلغاء كتم مواضيع القنوات المكتومة تلقائيًا',
    options: BY_PARTICIPATION,
  },
  resolved_topic_notice_auto_read_policy: {
    name: 'عدّ إشعارات «محلول» مقروءة',
    options: { always: 'دائمًا', except_followed: 'إلا في المواضيع المتابَعة', never: 'أبدًا' },
  },

  enable_desktop_notifications: { name: 'الرسائل المباشرة والإشارات: سطح المكتب' },
  enable_sounds: { name: 'الرسائل المباشرة والإشارات: الصوت' },
  enable_offline_push_notifications: { name: 'الرسائل المباشرة والإشارات: الهاتف' },
  enable_offline_email_notifications: { name: 'الرسائل المباشرة والإشارات: البريد' },
  enable_followed_topic_desktop_notifications: { name: 'المواضيع المتابَعة: سطح المكتب' },
  enable_followed_topic_audible_notifications: { name: 'المواضيع المتابَعة: الصوت' },
  enable_followed_topic_push_notifications: { name: 'المواضيع المتابَعة: الهاتف' },
  enable_followed_topic_email_notifications: { name: 'المواضيع المتابَعة: البريد' },
  enable_stream_desktop_notifications: { name: 'رسائل القنوات: سطح المكتب' },
  enable_stream_audible_notifications: { name: 'رسائل القنوات: الصوت' },
  enable_stream_push_notifications: { name: 'رسائل القنوات: الهاتف' },
  enable_stream_email_notifications: { name: 'رسائل القنوات: البريد' },
  wildcard_mentions_notify: { name: 'الإشارة إلى الجميع تُشعر' },
  enable_followed_topic_wildcard_mentions_notify: { name: 'الإشارة إلى الجميع تُشعر في المواضيع المتابَعة' },
  enable_online_push_notifications: { name: 'إشعار الهاتف حتى أثناء الاتصال' },
  pm_content_in_desktop_notifications: { name: 'إظهار نص الرسائل المباشرة' },
  notification_sound: { name: 'الصوت', options: { ding: 'رنة', zulip: 'جرس', none: 'بلا صوت' } },

  email_notifications_batching_period_seconds: {
    name: 'ثوانٍ قبل إرسال بريد',
    text: 'ما يصل خلال ذلك يأتي في البريد نفسه.',
  },
  message_content_in_email_notifications: { name: 'تتضمن الرسائل البريدية نص الرسائل' },
  realm_name_in_email_notifications_policy: {
    name: 'ذكر المؤسسة في عنوان البريد',
    options: SEVERAL_ALWAYS_NEVER,
  },
  enable_digest_emails: { name: 'ملخص بعد الغياب' },

  presence_enabled: { name: 'يرى الآخرون وقت اتصالهم' },
  send_read_receipts: { name: 'يرى الآخرون ما قرؤوه' },
  send_private_typing_notifications: { name: 'يرى الآخرون أنهم يكتبون رسالة مباشرة' },
  send_stream_typing_notifications: { name: 'يرى الآخرون أنهم يكتبون في قناة' },
  email_address_visibility: {
    name: 'من يرى بريدهم الإلكتروني',
    options: { 1: 'الجميع', 2: 'الأعضاء', 3: 'المديرون', 4: 'لا أحد', 5: 'المشرفون' },
  },
}
