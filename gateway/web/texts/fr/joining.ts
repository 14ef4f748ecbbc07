import type { Text } from '../en/index.ts'
import type { joining as english } from '../en/joining.ts'
import { number } from './numbers.ts'

/** The texts for people without an account, and for the tour of the first visit. */
export const joining: Text<typeof english> = {
  spectating: {
    openChannels: 'Canaux lisibles par tous',
    line: 'Vous lisez sans compte.',
    logIn: 'Se connecter pour participer',
    signUp: 'S’inscrire',
    accountNeeded: 'Compte nécessaire',
    notForVisitors: 'Il vous faut un compte pour voir ceci',
    notForVisitorsHint: 'Connectez-vous, et vous reviendrez ici.',
    reactions: (n, emoji) => `${number(n)} × ${emoji}`,
  },
  otherOrganizations: 'Autres organisations',
  forgetOrganization: (name) => `Retirer ${name} de cette liste`,
  tour: {
    title: 'Premiers pas',
    number: (n, all) => `${number(n)} sur ${number(all)}`,
    next: 'Suivant',
    done: 'Terminé',
    skip: 'Tout passer',
    inbox: {
      title: 'Commencez par la boîte de réception',
      text: 'Chaque conversation non lue attend ici, et disparaît une fois lue.',
    },
    channels: {
      title: 'Les canaux contiennent des sujets',
      text: 'Un canal réunit une équipe ou un thème. Chaque conversation y a son propre sujet : vous ne lisez que ce qui vous concerne.',
    },
    recent: {
      title: 'Reprenez où vous en étiez',
      text: 'Vos conversations, les plus récentes d’abord, lues ou non.',
    },
    search: {
      title: 'Allez partout',
      text: 'Trouvez messages, personnes et canaux. Ctrl K l’ouvre de partout, et ? affiche tous les raccourcis.',
    },
    topic: {
      title: 'Suivre ou mettre en sourdine',
      text: 'Le menu d’un sujet ou d’un canal décide de ce que vous en recevez.',
    },
  },
}
