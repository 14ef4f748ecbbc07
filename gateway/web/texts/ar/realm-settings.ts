import type { Text } from '../en/index.ts'
import type { realmSettings as english } from '../en/realm-settings.ts'

/** The settings of an organization as its pages name them. */
export const realmSettings: Text<typeof english> = {
  name: { name: 'الاسم' },
  description: {
    name: 'الوصف',
    text: 'بصيغة Markdown. يراه الناس عند تسجيل الدخول والانضمام. Ctrl+Enter للحفظ.',
  },
  org_type: {
    name: 'نوع المؤسسة',
    options: {
      0: 'غير محدد',
      10: 'شركة',
      20: 'مشروع مفتوح المصدر',
      30: 'تعليم (غير ربحي)',
      35: 'تعليم (ربحي)',
      40: 'بحث',
      50: 'فعالية أو مؤتمر',
      60: 'منظمة غير ربحية (مسجلة)',
      70: 'جهة حكومية',
      80: 'مجموعة سياسية',
      90: 'مجتمع',
      100: 'شخصي',
      1000: 'غير ذلك',
    },
  },

  default_language: {
    name: 'لغة الأشخاص الجدد',
    text: 'وكذلك لغة البريد إلى من ليس لديهم حساب بعد، ولغة ما يكتبه بوتا الإشعارات والترحيب.',
  },
  enable_spectator_access: {
    name: 'السماح لمن ليس لديهم حساب بقراءة القنوات العامة على الويب',
  },
  invite_required: { name: 'الانضمام يحتاج إلى دعوة' },
  emails_restricted_to_domains: {
    name: 'لا ينضم إلا أصحاب عناوين النطاقات المسموحة',
  },
  disallow_disposable_email_addresses: {
    name: 'رفض عناوين البريد المؤقتة',
    text: 'يسري ما دام الانضمام متاحًا لعناوين كل النطاقات.',
  },
  waiting_period_threshold: {
    name: 'أيام حتى يصبح العضو الجديد كامل العضوية',
  },
  authentication_methods: { name: 'طرق تسجيل الدخول', options: { Email: 'البريد الإلكتروني وكلمة المرور' } },
  two_factor_required_role: {
    name: 'من يحتاج إلى عامل ثانٍ',
    text: 'يسجلون الدخول أيضًا برمز من تطبيق أو بمفتاح مرور.',
    options: {
      0: 'لا أحد',
      100: 'المالكون',
      200: 'المالكون والمديرون',
      300: 'المالكون والمديرون والمشرفون',
      400: 'الجميع عدا الضيوف',
      600: 'الجميع',
    },
  },
  two_factor_grace_days: {
    name: 'أيام لإعداد العامل الثاني',
    text: 'بعدها يجب إعداده قبل أي شيء آخر.',
  },
  session_length_hours: {
    name: 'ساعات حتى تسجيل الدخول من جديد',
    text: '0: بلا حد. يسري على المتصفحات وتطبيق سطح المكتب؛ وتبقى تطبيقات الهاتف مسجلة الدخول.',
  },
  session_idle_minutes: {
    name: 'دقائق من دون استخدام حتى تسجيل الدخول من جديد',
    text: '0: حسب ما ضبطه مشغّل الخادم. الصفحة المفتوحة التي لا يستخدمها أحد لا تُحتسب.',
  },

  enable_guest_user_indicator: { name: 'تمييز أسماء الضيوف' },
  enable_guest_user_dm_warning: { name: 'التنبيه قبل رسالة مباشرة إلى ضيف' },
  presence_disabled: { name: 'عدم إظهار المتصلين لأحد' },
  require_unique_names: { name: 'يجب ألا تتكرر الأسماء' },
  name_changes_disabled: { name: 'المديرون وحدهم يغيرون الأسماء' },
  email_changes_disabled: { name: 'لا يغير أحد بريده الإلكتروني' },
  avatar_changes_disabled: { name: 'المديرون وحدهم يغيرون صور الأشخاص' },

  welcome_message_custom_text: {
    name: 'نص الترحيب',
    text: 'يرسله بوت الترحيب إلى الأشخاص الجدد بصيغة Markdown. Ctrl+Enter للحفظ.',
  },
  new_stream_announcements_stream_id: { name: 'يُعلن عن القنوات العامة الجديدة في' },
  signup_announcements_stream_id: { name: 'يُعلن عن الأشخاص الجدد في' },
  moderation_request_channel_id: {
    name: 'يُعلن عن الرسائل المبلَّغ عنها في',
    text: 'قناة خاصة. من دونها لا يستطيع أحد الإبلاغ عن الرسائل.',
  },

  digest_emails_enabled: { name: 'إرسال ملخص أسبوعي بالبريد إلى الغائبين' },
  digest_weekday: {
    name: 'يوم الملخص',
    options: {
      0: 'الاثنين',
      1: 'الثلاثاء',
      2: 'الأربعاء',
      3: 'الخميس',
      4: 'الجمعة',
      5: 'السبت',
      6: 'الأحد',
    },
  },
  message_content_allowed_in_email_notifications: {
    name: 'يجوز أن يتضمن بريد الرسائل نصها',
  },
  require_e2ee_push_notifications: {
    name: 'إشعارات الدفع لا تتضمن نص الرسائل',
    text: 'عندئذٍ تنقل خدمات Google وApple والمتصفحات اسم المرسل ومكان الرسالة فقط.',
  },

  topics_policy: {
    name: 'مواضيع الرسائل',
    text: 'قد تكون للقناة قاعدة أخرى.',
    options: { allow_empty_topic: 'اختيارية', disable_empty_topic: 'إلزامية' },
  },
  message_retention_days: {
    name: 'حذف الرسائل بعد',
    text: 'قد يكون للقناة عدد أيام آخر.',
  },
  allow_message_editing: { name: 'يستطيع الأشخاص تعديل رسائلهم' },
  message_content_edit_limit_seconds: { name: 'مهلة تعديل الرسالة' },
  message_content_delete_limit_seconds: { name: 'مهلة حذف المرء رسالته' },
  move_messages_within_stream_limit_seconds: {
    name: 'مهلة نقل الرسالة إلى موضوع آخر',
    text: 'لا حد للمشرفين والمديرين.',
  },
  move_messages_between_streams_limit_seconds: {
    name: 'مهلة نقل الرسالة إلى قناة أخرى',
    text: 'لا حد للمشرفين والمديرين.',
  },
  message_edit_history_visibility_policy: {
    name: 'ما يُرى من سجل الرسالة',
    options: { all: 'النصوص والأماكن السابقة', moves: 'الأماكن السابقة', none: 'لا شيء' },
  },
  enable_read_receipts: { name: 'يمكن رؤية من قرأ الرسالة' },
  inline_image_preview: { name: 'إظهار معاينات الصور المرتبطة' },
  inline_url_embed_preview: { name: 'إظهار معاينات المواقع المرتبطة' },
  default_code_block_language: {
    name: 'لغة كتل الشيفرة التي لا تذكر لغة',
    text: 'مثل python. فارغ للنص العادي.',
  },

  video_chat_provider: {
    name: 'مكالمات الفيديو',
    options: { 0: 'بلا', 1: 'Jitsi Meet', 3: 'BigBlueButton', 4: 'Zoom' },
  },
  jitsi_server_url: { name: 'عنوان خادم Jitsi', text: 'فارغ لخادم Loquat الافتراضي.' },
  giphy_rating: {
    name: 'صور GIF',
    options: {
      0: 'بلا',
      1: 'تصنيف Y (للصغار جدًا)',
      2: 'تصنيف G (للجميع)',
      3: 'تصنيف PG (بإرشاد الوالدين)',
      4: 'تصنيف PG-13 (بإرشاد الوالدين دون 13 عامًا)',
      5: 'تصنيف R (مقيد)',
    },
  },

  create_multiuse_invite_group: { name: 'إنشاء روابط دعوة قابلة لإعادة الاستخدام' },
  can_invite_users_group: { name: 'دعوة أشخاص بالبريد' },
  can_access_all_users_group: {
    name: 'رؤية كل الأشخاص',
    text: 'الضيوف غير المشمولين لا يرون إلا من يشاركونهم قناة أو محادثة.',
  },
  can_create_groups: { name: 'إنشاء مجموعات' },
  can_manage_all_groups: { name: 'إدارة كل المجموعات' },
  can_create_bots_group: { name: 'إنشاء بوتات من كل نوع' },
  can_create_write_only_bots_group: { name: 'إنشاء بوتات ترسل فقط' },
  can_add_custom_emoji_group: { name: 'إضافة رموز تعبيرية' },
  can_create_public_channel_group: { name: 'إنشاء قنوات عامة' },
  can_create_private_channel_group: { name: 'إنشاء قنوات خاصة' },
  can_create_web_public_channel_group: {
    name: 'إنشاء قنوات للجميع على الإنترنت',
    text: 'يسري ما دام بإمكان من ليس لديهم حساب القراءة.',
  },
  can_add_subscribers_group: { name: 'إشراك آخرين في القنوات' },
  can_set_topics_policy_group: { name: 'اختيار قاعدة مواضيع القناة' },
  can_set_delete_message_policy_group: { name: 'اختيار من يحذف رسائل القناة' },
  can_mention_many_users_group: { name: 'الإشارة إلى الجميع حيث يشارك كثيرون' },
  can_resolve_topics_group: { name: 'تعليم المواضيع كمحلولة' },
  can_move_messages_between_topics_group: { name: 'نقل الرسائل إلى موضوع آخر' },
  can_move_messages_between_channels_group: { name: 'نقل الرسائل إلى قناة أخرى' },
  can_delete_own_message_group: { name: 'حذف المرء رسائله' },
  can_delete_any_message_group: { name: 'حذف رسائل الجميع' },
  direct_message_initiator_group: { name: 'بدء محادثة مباشرة' },
  direct_message_permission_group: {
    name: 'المشاركة في المحادثات المباشرة',
    text: 'يجب أن يملك شخص واحد في كل محادثة هذا الإذن. البوتات مسموح لها دائمًا.',
  },
}
