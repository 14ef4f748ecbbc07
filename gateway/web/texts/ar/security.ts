import type { Text } from '../en/index.ts'
import type { security as english } from '../en/security.ts'
import { plural } from './numbers.ts'

/** The texts of the page about the reader's log-in, fetched with the settings. */
export const security: Text<typeof english> = {
  password: 'كلمة المرور',
  confirmTitle: 'أكّد هويتك',
  confirmHint: 'مضى وقت على تسجيل دخولك، ويخص هذا التغيير طريقة دخولك.',
  orCode: 'أو رمز من تطبيقك، أو رمز استرداد',
  confirm: 'تأكيد',
  usePasskey: 'استخدام مفتاح مرور',
  notConfirmed: 'لم تؤكد هويتك. لم يتغير شيء.',

  secondFactor: 'العامل الثاني',
  secondFactorHint: 'مع العامل الثاني لا تكفي كلمة المرور وحدها لتسجيل الدخول.',
  requiredFrom: (day) => `تطلب مؤسستك عاملًا ثانيًا ابتداءً من ${day}.`,
  requiredNow: 'تطلب مؤسستك عاملًا ثانيًا. من دونه لا يعمل أي شيء.',
  setFactorUp: 'إعداده',
  notNow: 'لاحقًا',
  app: 'تطبيق المصادقة',
  appAdded: (day) => `أُضيف في ${day}.`,
  appNone: 'يعرض تطبيق على هاتفك ستة أرقام تتغير كل 30 ثانية.',
  addApp: 'إعداد تطبيق',
  replaceApp: 'إعداد تطبيق آخر',
  removeApp: 'إزالة التطبيق',
  removeAppQuestion: 'إزالة تطبيق المصادقة؟',
  removeAppWarning: 'لن تعمل رموزه بعد الآن. ومن دون مفتاح مرور تكفي كلمة المرور وحدها.',
  scan: 'امسح هذا الرمز بالتطبيق، ثم أدخل الأرقام التي يعرضها.',
  qrCode: 'رمز QR لتطبيق المصادقة',
  secret: 'من دون كاميرا، أدخل هذا السر',
  code: 'الرمز',
  goOn: 'متابعة',

  codes: 'رموز الاسترداد',
  codesLeft: (count) =>
    plural(count, {
      one: 'بقي لديك رمز واحد.',
      two: 'بقي لديك رمزان.',
      few: 'بقي لديك # رموز.',
      many: 'بقي لديك # رمزًا.',
      other: 'بقي لديك # رمز.',
    }),
  codesNone: 'تحصل عليها مع أول عامل ثانٍ.',
  newCodes: 'إنشاء رموز جديدة',
  newCodesQuestion: 'إنشاء رموز استرداد جديدة؟',
  newCodesWarning: 'لن تعمل الرموز السابقة بعد الآن.',
  codesTitle: 'احفظ رموز الاسترداد',
  codesHint: 'يحل كل منها محل العامل الثاني مرة واحدة. احفظها حيث تجدها من دون هذا الجهاز. لا تُعرض إلا الآن.',
  download: 'تنزيل',
  done: 'حفظتها',

  passkeys: 'مفاتيح المرور',
  passkeysHint: 'سجّل الدخول ببصمتك أو وجهك أو رقم PIN أو مفتاح أمان بدل كلمة المرور.',
  addPasskey: 'إضافة مفتاح مرور',
  passkeyFailed: 'لم ينشئ المتصفح مفتاح مرور.',
  passkeyTimes: (added, used) =>
    used === undefined ? `أُضيف في ${added}، ولم يُستخدم بعد` : `أُضيف في ${added}، وآخر استخدام ${used}`,
  rename: 'إعادة تسمية',
  renamePasskey: (name) => `إعادة تسمية: ${name}`,
  passkeyName: 'اسم مفتاح المرور',
  save: 'حفظ',
  remove: 'حذف',
  removePasskey: (name) => `حذف: ${name}`,
  removePasskeyQuestion: (name) => `حذف مفتاح المرور ${name}؟`,
  removePasskeyWarning: 'لن يستطيع أحد تسجيل الدخول به. أزله من جهازك أيضًا.',

  sessions: 'الجلسات والأجهزة',
  sessionsHint: 'المتصفحات التي سجّلت الدخول فيها. لدى التطبيقات مفتاح API: والمفتاح الجديد ينهيها.',
  thisDevice: 'هذا الجهاز',
  sessionTimes: (started, used) =>
    started === undefined ? `آخر استخدام ${used}` : `منذ ${started}، وآخر استخدام ${used}`,
  logOut: 'تسجيل الخروج',
  logOutDevice: (device) => `تسجيل الخروج: ${device}`,
  logOutOthers: 'تسجيل الخروج من كل الأجهزة الأخرى',
  logOutOthersQuestion: 'تسجيل الخروج من كل الأجهزة الأخرى؟',
  logOutOthersWarning: 'على كل جهاز في هذه القائمة، ما عدا هذا الجهاز، تسجيل الدخول من جديد.',
  notLoaded: 'تعذر التحميل.',
}
