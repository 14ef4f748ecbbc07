import type { Text } from '../en/index.ts'
import type { joining as english } from '../en/joining.ts'
import { number } from './numbers.ts'

/** The texts for people without an account, and for the tour of the first visit. */
export const joining: Text<typeof english> = {
  spectating: {
    openChannels: 'قنوات يمكن للجميع قراءتها',
    line: 'أنت تقرأ من دون حساب.',
    logIn: 'سجّل الدخول للمشاركة',
    signUp: 'إنشاء حساب',
    accountNeeded: 'يلزم حساب',
    notForVisitors: 'تحتاج إلى حساب لرؤية هذا',
    notForVisitorsHint: 'سجّل الدخول وستعود إلى هذا المكان.',
    reactions: (n, emoji) => `${number(n)} × ${emoji}`,
  },
  otherOrganizations: 'مؤسسات أخرى',
  forgetOrganization: (name) => `إزالة ${name} من هذه القائمة`,
  tour: {
    title: 'الخطوات الأولى',
    number: (n, all) => `${number(n)} من ${number(all)}`,
    next: 'التالي',
    done: 'تم',
    skip: 'تخطي الكل',
    inbox: {
      title: 'ابدأ من الوارد',
      text: 'تنتظر هنا كل محادثة فيها غير مقروء، وتغادر بعد أن تقرأها.',
    },
    channels: {
      title: 'القنوات تضم مواضيع',
      text: 'القناة لفريق أو مجال. وفي داخلها لكل محادثة موضوعها، فلا تقرأ إلا ما يعنيك.',
    },
    recent: {
      title: 'تابع من حيث توقفت',
      text: 'محادثاتك، الأحدث أولًا، مقروءة أو لا.',
    },
    search: {
      title: 'اذهب إلى أي مكان',
      text: 'اعثر على الرسائل والأشخاص والقنوات. يفتحه Ctrl K من أي مكان، ويعرض ? كل المفاتيح.',
    },
    topic: {
      title: 'متابعة أو كتم',
      text: 'تقرر قائمة الموضوع أو القناة كم يصلك منها.',
    },
  },
}
