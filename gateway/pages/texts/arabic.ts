import type { GERMAN } from './german.ts'

/** The sentences of the server's pages in Arabic, by the English ones. */
export const ARABIC: Readonly<Record<keyof typeof GERMAN, string>> = {
  'Skip to content': 'الانتقال إلى المحتوى',
  Help: 'المساعدة',
  Language: 'اللغة',
  'Open {name}': 'فتح {name}',
  'Continue to {name}': 'المتابعة إلى {name}',
  'Go on': 'متابعة',
  'Begin again': 'البدء من جديد',
  'Log in': 'تسجيل الدخول',
  'Log out': 'تسجيل الخروج',
  'Log in as {name}': 'تسجيل الدخول باسم {name}',
  'Log in another way': 'تسجيل الدخول بطريقة أخرى',
  'Log in with your browser': 'تسجيل الدخول بالمتصفح',
  'Back to the log-in page': 'العودة إلى صفحة تسجيل الدخول',
  'Forgot your password?': 'نسيت كلمة المرور؟',
  'Read public channels without an account': 'قراءة القنوات العامة من دون حساب',
  'Without a password': 'من دون كلمة مرور',
  'This is a development server: one click logs you in.': 'هذا خادم تطوير: نقرة واحدة تسجل دخولك.',
  owner: 'مالك',
  administrator: 'مدير',
  moderator: 'مشرف',
  member: 'عضو',
  guest: 'ضيف',
  'Going to the log-in page': 'إلى صفحة تسجيل الدخول',
  'You are not logged in': 'لم تسجل الدخول',
  'You need an invitation': 'تحتاج إلى دعوة',
  'Ask one of its members for an invitation, then log in with {name} again.':
    'اطلب دعوة من أحد الأعضاء، ثم سجّل الدخول بـ {name} مرة أخرى.',
  'The browser did not get a passkey. Try again, or log in another way.':
    'لم يحصل المتصفح على مفتاح مرور. أعد المحاولة أو سجّل الدخول بطريقة أخرى.',
  'Try to log in with {name}': 'تجربة تسجيل الدخول عبر {name}',
  'Log in at {name} as the person whom you want to try.':
    'سجّل الدخول لدى {name} بحساب الشخص الذي تريد تجربته.',
  'Nothing changes: no account is made, and nobody is logged in.':
    'لا يتغير شيء: لا يُنشأ أي حساب ولا يُسجَّل دخول أحد.',
  'You then see who it is for this server, which account the person would get, and what would have changed.':
    'ترى بعد ذلك من هو الشخص لدى هذا الخادم، وأي حساب كان سيحصل عليه، وما الذي كان سيتغير.',
  'This person would have been logged in.': 'كان سيُسجَّل دخول هذا الشخص.',
  'This person would not have been logged in:': 'لم يكن ليُسجَّل دخول هذا الشخص:',
  'The server has found:': 'وجد الخادم:',
  'What {name} says': 'ما يقوله {name}',
  'What would have happened here': 'ما كان سيحدث هنا',
  'Nothing has been changed.': 'لم يتغير شيء.',
  'Try again': 'المحاولة مرة أخرى',
  'Trial of {name}': 'تجربة {name}',
  Identifier: 'المعرّف',
  Provider: 'الموفّر',
  Account: 'الحساب',
  Role: 'الدور',
  'New name': 'الاسم الجديد',
  'Joins the groups': 'ينضم إلى المجموعات',
  'Leaves the groups': 'يغادر المجموعات',
  'Profile fields': 'حقول الملف الشخصي',
  'Next step': 'الخطوة التالية',
  none: 'لا يوجد',
  'none that is confirmed': 'لا يوجد عنوان مؤكد',
  empty: 'فارغ',
  'the second factor of this account': 'العامل الثاني لهذا الحساب',
  'the account of {name} ({email}), which belongs to this person since an earlier log-in':
    'حساب {name} ({email})، وهو يخص هذا الشخص منذ تسجيل دخول سابق',
  'the account of {name} ({email}), which has the confirmed address':
    'حساب {name} ({email})، وله العنوان المؤكد',
  'a new account for {name} ({email})': 'حساب جديد باسم {name} ({email})',
  'The provider gives the only owner another role. The owner stays owner.':
    'يعطي الموفّر المالك الوحيد دورًا آخر. يبقى المالك مالكًا.',
  'The provider does not say which groups the person has. Roles and groups stay as they are.':
    'لا يذكر الموفّر مجموعات الشخص. تبقى الأدوار والمجموعات كما هي.',
  'There is no group {name} here.': 'لا توجد هنا مجموعة باسم {name}.',
  'There is no profile field {name} here, or it does not take this value.':
    'لا يوجد هنا حقل ملف شخصي باسم {name}، أو أنه لا يقبل هذه القيمة.',
  'Log in to the app': 'تسجيل الدخول إلى التطبيق',
  'An app on this device wants to log in as {name} ({email}). Continue only if you started this in the app.':
    'يريد تطبيق على هذا الجهاز تسجيل الدخول باسم {name} ({email}). تابع فقط إن كنت بدأت ذلك في التطبيق.',
  'Your browser opens. Log in there, and copy the token that it shows.':
    'يُفتح متصفحك. سجّل الدخول فيه وانسخ الرمز الذي يعرضه.',
  'Open the browser again': 'فتح المتصفح مرة أخرى',
  Token: 'رمز الدخول',
  'The browser shows it once you are logged in.': 'يعرضه المتصفح بعد تسجيل دخولك.',
  'This is not the token for this app. Copy it again.': 'ليس هذا رمز هذا التطبيق. انسخه مرة أخرى.',
  'Finish in the app': 'أكمل في التطبيق',
  'Copy this token, go back to the app, and paste it there. It works once, and for a minute.':
    'انسخ هذا الرمز وعد إلى التطبيق والصقه. يعمل مرة واحدة ولمدة دقيقة.',
  Copy: 'نسخ',
  'Copied. Go back to the app.': 'تم النسخ. عد إلى التطبيق.',
  'Go on in the browser instead': 'المتابعة في المتصفح بدلًا من ذلك',
  'This log-in has ended': 'انتهى تسجيل الدخول هذا',
  'It works once, and for a minute. Begin again in the app.':
    'يعمل مرة واحدة ولمدة دقيقة. ابدأ من جديد في التطبيق.',
  'Second step': 'الخطوة الثانية',
  'Logging in as {email}.': 'تسجيل الدخول باسم {email}.',
  Code: 'الرمز',
  'The six digits that your authenticator app shows, or one of your recovery codes.':
    'الأرقام الستة التي يعرضها تطبيق المصادقة، أو أحد رموز الاسترداد.',
  'One of your recovery codes, if you do not have your passkey.':
    'أحد رموز الاسترداد، إن لم يكن معك مفتاح المرور.',
  'Use a passkey': 'استخدام مفتاح مرور',
  'Set up a second factor': 'إعداد عامل ثانٍ',
  'Your organization requires a second factor. Scan this code with an authenticator app, and enter the six digits that the app then shows.':
    'تطلب مؤسستك عاملًا ثانيًا. امسح هذا الرمز بتطبيق مصادقة، ثم أدخل الأرقام الستة التي يعرضها.',
  'Without a camera, enter this secret in the app: {secret}':
    'من دون كاميرا، أدخل هذا السر في التطبيق: {secret}',
  'Keep your recovery codes': 'احفظ رموز الاسترداد',
  'Your authenticator app is set up.': 'أُعدّ تطبيق المصادقة.',
  'Each of these codes replaces the app once. Keep them where you find them without this device. They are shown only now.':
    'يحل كل من هذه الرموز محل التطبيق مرة واحدة. احفظها حيث تجدها من دون هذا الجهاز. لا تُعرض إلا الآن.',
  Name: 'الاسم',
  Password: 'كلمة المرور',
  'E-mail address': 'البريد الإلكتروني',
  'Other people will see this name.': 'سيرى الآخرون هذا الاسم.',
  'At least {count} characters; several words are easy to remember and hard to guess.':
    '{count} أحرف على الأقل؛ عدة كلمات يسهل تذكرها ويصعب تخمينها.',
  'Time zone': 'المنطقة الزمنية',
  'Not specified': 'غير محددة',
  'Channels to join': 'القنوات التي تنضم إليها',
  Join: 'انضمام',
  '{name} invited you.': 'دعاك {name}.',
  'Log in with your account at the company. No password is needed here.':
    'سجّل الدخول بحسابك في الشركة. لا حاجة إلى كلمة مرور هنا.',
  'You are joining {name} as {email}.': 'أنت تنضم إلى {name} باسم {email}.',
  'Already have an account? {log_in}.': 'لديك حساب بالفعل؟ {log_in}.',
  'We will send you a link to join.': 'سنرسل إليك رابطًا للانضمام.',
  'Send link': 'إرسال الرابط',
  'Check your email': 'تحقق من بريدك',
  'We have sent a link to {email}. Open it to join.': 'أرسلنا رابطًا إلى {email}. افتحه للانضمام.',
  'If the address has an account here, no link is sent: {log_in}, or {choose_a_new_password}.':
    'إن كان لهذا العنوان حساب هنا فلن يُرسل رابط: {log_in}، أو {choose_a_new_password}.',
  'log in': 'سجّل الدخول',
  'choose a new password': 'اختر كلمة مرور جديدة',
  'This link has been used': 'استُخدم هذا الرابط',
  'A link like this creates one account. If the account is yours, log in. If not, ask for a new invitation.':
    'رابط كهذا ينشئ حسابًا واحدًا. إن كان الحساب لك فسجّل الدخول. وإلا فاطلب دعوة جديدة.',
  'This invitation has been revoked': 'أُلغيت هذه الدعوة',
  'Somebody has taken it back. Ask the person who sent it to you for a new one.':
    'سحبها أحدهم. اطلب دعوة جديدة ممن أرسلها إليك.',
  'This link has expired': 'انتهت صلاحية هذا الرابط',
  'Links to join are valid for a limited time. Ask the person who sent it to you for a new one.':
    'روابط الانضمام صالحة لوقت محدود. اطلب رابطًا جديدًا ممن أرسله إليك.',
  'This link does not exist': 'هذا الرابط غير موجود',
  'Check that you copied all of it, or ask for a new one.': 'تأكد من نسخه كاملًا، أو اطلب رابطًا جديدًا.',
  'This link belongs to another organization': 'هذا الرابط لمؤسسة أخرى',
  'Open it at the address that the invitation names.': 'افتحه في العنوان المذكور في الدعوة.',
  'This organization now requires an invitation. Ask one of its members for one.':
    'تطلب هذه المؤسسة الآن دعوة. اطلبها من أحد أعضائها.',
  'Choose a new password': 'اختيار كلمة مرور جديدة',
  'New password': 'كلمة المرور الجديدة',
  'Change password': 'تغيير كلمة المرور',
  'For the account {email}.': 'للحساب {email}.',
  'We will send a link to the email address of your account.': 'سنرسل رابطًا إلى بريد حسابك.',
  'If {email} has an account here, we have sent a link to it.':
    'إن كان لـ {email} حساب هنا، فقد أرسلنا إليه رابطًا.',
  'Your password has been changed': 'تغيرت كلمة مرورك',
  'All your browsers have been logged out.': 'سُجّل خروجك من كل المتصفحات.',
  'Request a new link': 'طلب رابط جديد',
  'This link is no longer valid': 'لم يعد هذا الرابط صالحًا',
  'This link has been used, or your password has changed since we sent it.':
    'استُخدم هذا الرابط، أو تغيرت كلمة مرورك منذ إرساله.',
  'This link has expired.': 'انتهت صلاحية هذا الرابط.',
  'This link does not exist. Check that you copied all of it.': 'هذا الرابط غير موجود. تأكد من نسخه كاملًا.',
  'Use {email} for your account in {name}?': 'استخدام {email} لحسابك في {name}؟',
  'Confirm email address': 'تأكيد البريد الإلكتروني',
  'Confirm your new email address': 'أكّد بريدك الإلكتروني الجديد',
  'Your email address is confirmed': 'تأكد بريدك الإلكتروني',
  'Your email address is now {email}.': 'بريدك الإلكتروني الآن {email}.',
  'This link has been used. Your email address is confirmed.': 'استُخدم هذا الرابط. بريدك الإلكتروني مؤكد.',
  'This link has expired. Request the change of your email address again.':
    'انتهت صلاحية هذا الرابط. اطلب تغيير بريدك الإلكتروني مرة أخرى.',
  'This link does not exist. Check that you copied all of it, and that we have not sent you a newer one.':
    'هذا الرابط غير موجود. تأكد من نسخه كاملًا ومن أننا لم نرسل إليك رابطًا أحدث.',
  Unsubscribe: 'إلغاء الاشتراك',
  Unsubscribed: 'أُلغي الاشتراك',
  '{name} sends these emails to {email}.': 'يرسل {name} هذه الرسائل إلى {email}.',
  'You will no longer get these emails from {name}.': 'لن تصلك هذه الرسائل من {name} بعد الآن.',
  'You can turn them on again in your settings, in any app.':
    'يمكنك تشغيلها من جديد في إعداداتك من أي تطبيق.',
  'Video call': 'مكالمة فيديو',
  'Your Zoom account is connected': 'تم ربط حسابك في Zoom',
  'You can close this window and start the call again.': 'يمكنك إغلاق هذه النافذة وبدء المكالمة مرة أخرى.',
  'Create an organization': 'إنشاء مؤسسة',
  'Create organization': 'إنشاء المؤسسة',
  'Name of the organization': 'اسم المؤسسة',
  Address: 'العنوان',
  'The part before .{host}: letters, digits and hyphens.': 'الجزء قبل ‎.{host}: أحرف لاتينية وأرقام وشرطات.',
  'Leave it empty to use {host} itself.': 'اتركه فارغًا لاستخدام {host} نفسه.',
  Owner: 'المالك',
  '{name} is ready': '{name} جاهزة',
  'You are its owner.': 'أنت مالكها.',
  'Bring your history from another product': 'أحضر سجلك من منتج آخر',
  'Later, log in at {address}.': 'سجّل الدخول لاحقًا في {address}.',
  'This link has been used to create an organization.': 'استُخدم هذا الرابط لإنشاء مؤسسة.',
  'This link has expired. Ask the operator of the server for a new one.':
    'انتهت صلاحية هذا الرابط. اطلب رابطًا جديدًا من مشغّل الخادم.',
  'No organization here yet': 'لا توجد مؤسسة هنا بعد',
  'If you look for your organization, open the address in your invitation.':
    'إن كنت تبحث عن مؤسستك، فافتح العنوان الوارد في دعوتك.',
  'Anybody may create one on this server.': 'يستطيع أي شخص إنشاء مؤسسة على هذا الخادم.',
  'If you operate this server, run this command on it. It prints a link that creates an organization, with you as its owner.':
    'إن كنت تشغّل هذا الخادم، فنفّذ عليه هذا الأمر. يعرض رابطًا ينشئ مؤسسة أنت مالكها.',
  'From the source code: {command}. The link is valid for {days} days.':
    'من الشيفرة المصدرية: {command}. صلاحية الرابط بالأيام: {days}.',
  'No organization here': 'لا توجد مؤسسة هنا',
  'This organization is closed': 'هذه المؤسسة مغلقة',
  'Please log in': 'سجّل الدخول من فضلك',
  'Not allowed': 'غير مسموح',
  'Page not found': 'الصفحة غير موجودة',
  'No longer available': 'لم يعد متاحًا',
  'Too many attempts': 'محاولات كثيرة جدًا',
  'Something went wrong': 'حدث خطأ ما',
  'Not available right now': 'غير متاح الآن',
  'This form has expired, or your browser blocks cookies. Go back, reload the page, and submit the form again.':
    'انتهت صلاحية هذا النموذج، أو يحظر متصفحك ملفات الارتباط. عد وأعد تحميل الصفحة وأرسل النموذج مرة أخرى.',
  'There is no organization at this address. Check the spelling.':
    'لا توجد مؤسسة في هذا العنوان. تحقق من الكتابة.',
  'This organization has been deactivated. The operator of this server can open it again.':
    'عُطّلت هذه المؤسسة. يستطيع مشغّل هذا الخادم فتحها من جديد.',
  'Ask an administrator of the organization, or whoever sent you the address.':
    'اسأل أحد مديري المؤسسة، أو من أعطاك العنوان.',
  'Too many attempts. Wait a while before you try again.':
    'محاولات كثيرة جدًا. انتظر قليلًا قبل إعادة المحاولة.',
  'The server made a mistake, which its log explains to the operator. Nothing that you did is wrong.':
    'أخطأ الخادم، وسجله يشرح ذلك للمشغّل. لم ترتكب أي خطأ.',
  'Reload the page. If the mistake stays, tell the operator of this server.':
    'أعد تحميل الصفحة. إن استمر الخطأ فأخبر مشغّل هذا الخادم.',
  'Log in to a program': 'تسجيل الدخول إلى برنامج',
  'Log in to the program': 'تسجيل الدخول إلى البرنامج',
  'The eight letters that the program shows.': 'الأحرف الثمانية التي يعرضها البرنامج.',
  'There is no such code. It is valid for ten minutes, and once.':
    'لا يوجد رمز كهذا. الرمز صالح لعشر دقائق ولمرة واحدة.',
  'A program ({device}, from the address {address}) wants to log in as {name} ({email}). It can then do everything that you can do.':
    'يريد برنامج ({device}، من العنوان {address}) تسجيل الدخول باسم {name} ({email}). سيستطيع حينها فعل كل ما تستطيع فعله.',
  'Continue only if you have just started it yourself.': 'تابع فقط إذا كنت قد شغّلته بنفسك للتو.',
  Continue: 'متابعة',
  Deny: 'رفض',
  'The program is logged in': 'سُجّل دخول البرنامج',
  'The program is not logged in': 'لم يُسجّل دخول البرنامج',
  'You can close this page.': 'يمكنك إغلاق هذه الصفحة.',
}
