import type { AuditTexts } from '../../model/audit-texts.ts'
import type { audit as english } from '../en/audit.ts'
import type { Text } from '../en/index.ts'

const quoted = (name: string) => `«${name}»`

/** The texts of the audit log, fetched with its page. */
export const audit: Text<typeof english> = {
  hint: 'من غيّر ماذا في المؤسسة، ومن سجّل الدخول ومن أين. لا تظهر هنا الرسائل وما يضبطه الأشخاص لأنفسهم.',
  list: 'التغييرات، الأحدث أولًا',
  none: 'لا توجد تغييرات',
  noneHint: 'لم يغيّر أحد شيئًا يطابق التصفية.',
  everybody: 'الجميع',
  everything: 'كل شيء',
  by: 'من غيّر',
  kind: 'النوع',
  filters: (n) => (n === 0 ? 'عوامل التصفية' : `عوامل التصفية (${n})`),
  older: 'إظهار تغييرات أقدم',
  csv: 'تنزيل بصيغة CSV',
  csvIsMade: 'جارٍ جلب التغييرات…',
  csvName: 'audit-log.csv',
  csvColumns: [
    'الوقت',
    'من غيّر',
    'التغيير',
    'النوع',
    'المعرّف',
    'الخاصية',
    'القيمة السابقة',
    'القيمة الجديدة',
  ],
  server: 'الخادم',
  kinds: {
    organization: 'المؤسسة',
    user_default: 'إعدادات الجدد',
    user: 'الأشخاص',
    bot: 'البوتات',
    channel: 'القنوات',
    channel_folder: 'مجلدات القنوات',
    user_group: 'مجموعات المستخدمين',
    default_channel_group: 'مجموعات القنوات',
    profile_field: 'حقول الملف الشخصي',
    emoji: 'الرموز التعبيرية',
    linkifier: 'الروابط التلقائية',
    playground: 'ساحات التجريب',
    domain: 'النطاقات المسموحة',
    log_in_provider: 'موفرو تسجيل الدخول',
    provisioning_token: 'رموز وصول الأدلة',
    invitation: 'الدعوات',
    export: 'عمليات التصدير',
    person_data: 'بيانات الأشخاص',
    history_import: 'عمليات استيراد السجل',
    log_in: 'عمليات تسجيل الدخول',
  },
  created: (who, { kind, name }) => `أنشأ ${who} ${object(kind, name)}.`,
  since: 'من',
  until: 'إلى',
  loggedIn: (who, from) => `سجّل ${who} الدخول من ${from}.`,
  refusedLogIn: (who, from) => `أدخل أحدهم كلمة مرور خاطئة لحساب ${who}، من ${from}.`,
  refusedOtherwise: (who, how, from, reason) =>
    `رُفض تسجيل الدخول${who === undefined ? '' : ` إلى حساب ${who}`} (${how})، من ${from}${reason === undefined ? '' : `: ${reason}`}.`,
  refusedLogOut: (how, from) => `رُفضت رسالة من ${how} لإنهاء جلسات: ${from}.`,
  loggedInFrom: (device, address, method) =>
    `${device} (${address}${method === undefined ? '' : `، ${method}`})`,
  methods: {
    password: 'كلمة المرور',
    passkey: 'مفتاح مرور',
    second_factor: 'عامل ثانٍ',
    session: 'متصفح سبق تسجيل الدخول فيه',
    invitation: 'دعوة',
    device_code: 'رمز جهاز',
  },
  refusals: {
    AUTHENTICATION_FAILED: 'البيانات خاطئة أو لا يوجد حساب كهذا',
    USER_DEACTIVATED: 'الحساب معطّل',
    OTHER_METHOD_REQUIRED: 'تشترط المؤسسة طريقة أخرى',
    PASSWORD_AUTH_DISABLED: 'يلزم متصفح',
    LOG_IN_EXPIRED: 'انتهت صلاحيته أو بدأ في متصفح آخر',
    PROVIDER_UNAVAILABLE: 'لم يستجب الموفر كما ينبغي',
    ADDRESS_NOT_CONFIRMED: 'البريد الإلكتروني غير مؤكد',
    ADDRESS_MISSING: 'لا يرسل المزوّد البريد الإلكتروني',
    NO_ACCOUNT: 'لا يوجد حساب',
    OTHER_IDENTITY: 'الحساب لشخص آخر لدى الموفر',
    INVITATION_REQUIRED: 'لا توجد دعوة',
  },
  endedSessions: (who, name) => `سجّل ${who} خروج ${name} من كل مكان.`,
  endedAllSessions: (who) => `سجّل ${who} خروج الجميع.`,
  tried: (who, name, person) =>
    `جرّب ${who} تسجيل الدخول عبر ${quoted(name)}${person === undefined ? '' : ` باسم ${person}`}.`,
  subscribed: (who, people, channel) => `أشرك ${who} ${people} في ${quoted(channel)}.`,
  unsubscribed: (who, people, channel) => `ألغى ${who} اشتراك ${people} في ${quoted(channel)}.`,
  exported: (who, name) => `صدّر ${who} بيانات ${name}.`,
  merged: (who, name, into) => `دمج ${who} الحساب ${name} في ${into}`,
  erased: (who, name) => `محا ${who} بيانات ${name}.`,
  removed: (who, { kind, name }) => `أزال ${who} ${object(kind, name)}.`,
  ended: (who, { kind, name }) => `عطّل ${who} ${object(kind, name)}.`,
  returned: (who, { kind, name }) => `أعاد ${who} تفعيل ${object(kind, name)}.`,
  changed: (who, { kind, name }, property, values) => {
    const where = kind === 'organization' || kind === 'user_default' ? '' : ` في ${object(kind, name)}`
    const how = values === undefined ? '' : ` من ${values.before} إلى ${values.after}`
    return `غيّر ${who} ${quoted(property)}${where}${how}.`
  },
  moved: (who, list) => `غيّر ${who} ترتيب ${quoted(list)}.`,
  added: (who, what, { kind, name }) => `أضاف ${who} ${what} إلى ${object(kind, name)}.`,
  taken: (who, what, { kind, name }) => `أزال ${who} ${what} من ${object(kind, name)}.`,
  on: 'مفعّل',
  off: 'معطّل',
  empty: 'لا شيء',
  text: quoted,
  roles: { 100: 'مالك', 200: 'مدير', 300: 'مشرف', 400: 'عضو', 600: 'ضيف' },
  properties: {
    token: 'رمز الخادم السابق',
    status: 'الحالة',
    external_log_in: 'تسجيل الدخول لدى موفر',
    gone_from_directory: 'لم يعد في الدليل',
    subdomain: 'النطاق الفرعي',
    custom_host: 'المضيف',
    is_deactivated: 'المؤسسة معطّلة',
    deletion_date: 'اليوم الذي تُحذف البيانات بعده',
    icon: 'الأيقونة',
    logo: 'الشعار على خلفية فاتحة',
    night_logo: 'الشعار على خلفية داكنة',
    email: 'البريد الإلكتروني',
    full_name: 'الاسم',
    role: 'الدور',
    bot_owner_id: 'المالك',
    avatar: 'الصورة',
    api_key: 'مفتاح API',
    provisioned_by: 'غيّره الدليل',
    can_create_users: 'يستطيع إنشاء حسابات',
    can_change_user_emails: 'يستطيع تغيير عناوين البريد الإلكتروني',
    services: 'الخدمة',
    channels: 'القنوات',
    name: 'الاسم',
    description: 'الوصف',
    invite_only: 'خاصة',
    is_web_public: 'عامة على الويب',
    is_archived: 'مؤرشفة',
    history_public_to_subscribers: 'يقرأ المشتركون الرسائل الأقدم',
    message_retention_days: 'أيام الاحتفاظ بالرسائل',
    topics_policy: 'المواضيع',
    is_default: 'قناة افتراضية',
    folder_id: 'المجلد',
    can_add_subscribers_group: 'من يستطيع إشراك غيره',
    can_remove_subscribers_group: 'من يستطيع إلغاء اشتراك غيره',
    can_administer_channel_group: 'من يستطيع إدارة القناة',
    can_delete_any_message_group: 'من يستطيع حذف كل الرسائل',
    can_delete_own_message_group: 'من يستطيع حذف رسائله',
    can_move_messages_out_of_channel_group: 'من يستطيع نقل الرسائل إلى قنوات أخرى',
    can_move_messages_within_channel_group: 'من يستطيع نقل الرسائل داخل القناة',
    can_send_message_group: 'من يستطيع إرسال الرسائل',
    can_subscribe_group: 'من يستطيع الاشتراك',
    can_resolve_topics_group: 'من يستطيع حل المواضيع',
    can_add_members_group: 'من يستطيع إضافة أعضاء',
    can_join_group: 'من يستطيع الانضمام',
    can_leave_group: 'من يستطيع المغادرة',
    can_manage_group: 'من يستطيع إدارة المجموعة',
    can_mention_group: 'من يستطيع الإشارة إلى المجموعة',
    can_remove_members_group: 'من يستطيع إزالة أعضاء',
    allow_subdomains: 'والنطاقات الفرعية أيضًا',
    pattern: 'النمط',
    url_template: 'العنوان',
    pygments_language: 'لغة كتل الشيفرة',
    type: 'النوع',
    hint: 'التلميح',
    field_data: 'القيم',
    display_in_profile_summary: 'يظهر في بطاقات الأشخاص',
    required: 'إلزامي',
    editable_by_user: 'يغيّره الأشخاص بأنفسهم',
  },
}

function object(kind: keyof AuditTexts['kinds'], name: string): string {
  switch (kind) {
    case 'organization':
      return 'المؤسسة'
    case 'user_default':
      return 'إعدادات الجدد'
    case 'user':
      return `حساب ${name}`
    case 'bot':
      return `البوت ${name}`
    case 'channel':
      return `القناة ${quoted(name)}`
    case 'channel_folder':
      return `مجلد القنوات ${quoted(name)}`
    case 'user_group':
      return `المجموعة ${quoted(name)}`
    case 'default_channel_group':
      return `مجموعة القنوات ${quoted(name)}`
    case 'profile_field':
      return `حقل الملف الشخصي ${quoted(name)}`
    case 'emoji':
      return `الرمز التعبيري :${name}:`
    case 'linkifier':
      return `الرابط التلقائي ${quoted(name)}`
    case 'playground':
      return `ساحة التجريب ${quoted(name)}`
    case 'log_in_provider':
      return `موفر تسجيل الدخول ${quoted(name)}`
    case 'provisioning_token':
      return `رمز وصول الدليل ${quoted(name)}`
    case 'domain':
      return `النطاق المسموح ${name}`
    case 'invitation':
      return name === '' ? 'دعوة متعددة الاستخدام' : `دعوة ${name}`
    case 'export':
      return 'عملية تصدير'
    case 'log_in':
      return `تسجيل دخول ${name}`
    case 'history_import':
      return `استيراد ${quoted(name)}`
    case 'person_data':
      return `بيانات ${name}`
  }
}
