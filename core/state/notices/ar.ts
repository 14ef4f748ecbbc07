import type { Moved, NoticeTexts } from './notice-texts.ts'

const FORMS = new Intl.PluralRules('ar')

const amount = ({ isAll, count }: Moved): string => {
  if (isAll) return 'هذا الموضوع'
  if (count === 1) return 'رسالة'
  if (count === 2) return 'رسالتين'
  return `${count} ${FORMS.select(count) === 'few' ? 'رسائل' : 'رسالة'}`
}

const days = (count: number): string => {
  if (count === 1) return 'يومًا واحدًا'
  if (count === 2) return 'يومين'
  const form = FORMS.select(count)
  if (form === 'few') return `${count} أيام`
  return form === 'many' ? `${count} يومًا` : `${count} يوم`
}

/** The messages that the server writes, in Arabic. */
export const ARABIC: NoticeTexts = {
  topics: {
    channelEvents: 'أحداث القناة',
    newChannels: 'قنوات جديدة',
    signups: 'أشخاص جدد',
    reportsOf: (name) => `بلاغات عن ${name}`,
  },
  firstChannels: [
    { name: 'عام', description: 'لكل ما يهم جميع من في المؤسسة.' },
    { name: 'تجارب', description: 'مكان لتجربة الأشياء.' },
  ],
  privacy: {
    webPublic: 'عامة على الويب',
    public: 'عامة',
    sharedHistory: 'خاصة بسجل مشترك',
    protectedHistory: 'خاصة بسجل محمي',
  },
  channelCreated: (privacy, by) =>
    `${by === undefined ? 'هذه قناة جديدة' : `أنشأ ${by} هذه القناة`} (**${privacy}**). **الوصف:**`,
  noDescription: '*بلا وصف.*',
  renamed: (by, before, after) => `غيّر ${by} اسم هذه القناة من **${before}** إلى **${after}**.`,
  described: (by) => `غيّر ${by} وصف هذه القناة.`,
  before: 'قبل',
  now: 'الآن',
  none: '*(لا شيء)*',
  privacyChanged: (by, is, was) => `جعل ${by} هذه القناة **${is}**؛ وكانت **${was}**.`,
  retentionChanged: (by, is, was) => `غيّر ${by} مدة الاحتفاظ برسائل هذه القناة: ${is}، وكانت ${was}.`,
  forEver: '**دائمًا**',
  forDays: (count) => `**${days(count)}**`,
  permissionChanged: (by, may, is, was) => `غيّر ${by} من يحق له ${may}: ${is}، وكان ${was}.`,
  may: {
    canAddSubscribersGroup: 'إشراك الآخرين في هذه القناة',
    canRemoveSubscribersGroup: 'إلغاء اشتراك الآخرين في هذه القناة',
    canAdministerChannelGroup: 'إدارة هذه القناة',
    canDeleteAnyMessageGroup: 'حذف أي رسالة في هذه القناة',
    canDeleteOwnMessageGroup: 'حذف رسائله في هذه القناة',
    canMoveMessagesOutOfChannelGroup: 'نقل الرسائل خارج هذه القناة',
    canMoveMessagesWithinChannelGroup: 'نقل الرسائل داخل هذه القناة',
    canSendMessageGroup: 'الكتابة في هذه القناة',
    canSubscribeGroup: 'الاشتراك في هذه القناة',
    canResolveTopicsGroup: 'حل مواضيع هذه القناة',
  },
  nobody: '**لا أحد**',
  archived: (by) => `أرشف ${by} هذه القناة.`,
  unarchived: (by) => `أخرج ${by} هذه القناة من الأرشيف.`,
  subscribed: (by, channel) => `أشركك ${by} في ${channel}.`,
  subscribedTo: (by) => `أشركك ${by} في هذه القنوات:`,
  channelsCreated: (by, count) => `أنشأ ${by} ${count === 1 ? 'قناة' : 'قنوات'}:`,
  addedToGroup: (by, group) => `أضافك ${by} إلى المجموعة ${group}.`,
  removedFromGroup: (by, group) => `أزالك ${by} من المجموعة ${group}.`,
  joined: (who) => `انضم ${who} إلى هذه المؤسسة.`,
  invitationAccepted: (who) => `قبل ${who} دعوتك!`,
  greeting: (organization) => `مرحبًا بك في ${organization}! :wave: أنا بوت الترحيب.

* تُكتب الرسائل في **قنوات**، ولكل رسالة **موضوع**: رُدّ في الموضوع نفسه، وابدأ موضوعًا آخر لكل جديد.
* أرسل **رسالة مباشرة** للحديث مع شخص أو مع عدد قليل.
* **أشر** إلى أحد بكتابة \`@\` واسمه، فيصله إشعار.
* ارفع صورة لك، وحدّد في **الإعدادات** ما تريد أن تصلك إشعارات عنه.

لا أحد يقرأ ما تكتبه هنا: جرّب ما تشاء.`,
  fromAdministrators: (organization) => `رسالة من مديري ${organization}:`,
  resolved: (by) => `وضع ${by} علامة «محلول» على هذا الموضوع.`,
  unresolved: (by) => `أزال ${by} علامة «محلول» عن هذا الموضوع.`,
  movedHere: (moved, from, by) => `نقل ${by} ${amount(moved)} إلى هنا من ${from}.`,
  movedAway: (moved, to, by) =>
    `نقل ${by} ${amount(moved)}${moved.isAll ? '' : ' من هذا الموضوع'} إلى ${to}.`,
  privateChannel: 'قناة خاصة',
  reported: (by, message, sender) => `أبلغ ${by} عن رسالة من ${sender}: ${message}.`,
  reason: 'السبب',
  notes: 'ملاحظات',
  reasons: {
    spam: 'رسائل مزعجة',
    harassment: 'مضايقة',
    inappropriate: 'محتوى غير لائق',
    norms: 'مخالفة لقواعد المجتمع',
    other: 'سبب آخر',
  },
  directMessage: (url) => `[رسالة مباشرة](${url})`,
  reminder: (message) => `طلبت تذكيرًا بهذه الرسالة: ${message}.`,
  note: 'ملاحظة:',
  said: (author, url) => (author === undefined ? `[كتبتَ](${url}):` : `[كتب](${url}) ${author}:`),
  sentPoll: (author, url) =>
    author === undefined ? `[أرسلتَ](${url}) استطلاعًا.` : `[أرسل](${url}) ${author} استطلاعًا.`,
  sentList: (author, url) =>
    author === undefined ? `[أرسلتَ](${url}) قائمة مهام.` : `[أرسل](${url}) ${author} قائمة مهام.`,
  reminderUnreadable: 'طلبت تذكيرًا برسالة لم يعد بإمكانك قراءتها.',
  notSent: (channel) =>
    `تعذر على الخادم إرسال ${channel === undefined ? 'رسالة' : `رسالة إلى **${channel}**`} كنت قد جدولتها، بسبب هذا الخطأ:`,
  scheduledMessages: 'عرض الرسائل المجدولة',
  exported: (url) => `اكتمل التصدير. [عرض عمليات التصدير وتنزيلها](${url}).`,
  yourDataExported: (by) => `صدّر ${by} بياناتك.`,
  dataExported: (person, url) => `صُدّرت بيانات ${person}. [تنزيل](${url}).`,
  botNotAnswered: (bot, message) => `لم يُجب بوتك ${bot} عن رسالة (رقمها ${message}).`,
  answerNotSent: (reason) => `تعذر إرسال إجابته: ${reason}`,
  historyArrived: (url) => `وصل سجلك. [اقرأ التقرير](${url}) وادعُ الأشخاص الذين فيه إلى الحضور.`,
}
