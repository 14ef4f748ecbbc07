import type { Text } from '../en/index.ts'
import type { joining as english } from '../en/joining.ts'
import { number } from './numbers.ts'

/** The texts for people without an account, and for the tour of the first visit. */
export const joining: Text<typeof english> = {
  spectating: {
    openChannels: 'Canales que todos pueden leer',
    line: 'Estás leyendo sin cuenta.',
    logIn: 'Inicia sesión para participar',
    signUp: 'Registrarse',
    accountNeeded: 'Se necesita una cuenta',
    notForVisitors: 'Necesitas una cuenta para ver esto',
    notForVisitorsHint: 'Inicia sesión y volverás a este lugar.',
    reactions: (n, emoji) => `${number(n)} × ${emoji}`,
  },
  otherOrganizations: 'Otras organizaciones',
  forgetOrganization: (name) => `Quitar ${name} de esta lista`,
  tour: {
    title: 'Primeros pasos',
    number: (n, all) => `${number(n)} de ${number(all)}`,
    next: 'Siguiente',
    done: 'Hecho',
    skip: 'Omitir todo',
    inbox: {
      title: 'Empieza por la bandeja de entrada',
      text: 'Aquí espera cada conversación con algo sin leer, y desaparece cuando la has leído.',
    },
    channels: {
      title: 'Los canales contienen temas',
      text: 'Un canal es para un equipo o un asunto. Dentro, cada conversación tiene su propio tema, así que solo lees lo que te interesa.',
    },
    recent: {
      title: 'Continúa donde lo dejaste',
      text: 'Tus conversaciones, las más recientes primero, leídas o no.',
    },
    search: {
      title: 'Ve a cualquier parte',
      text: 'Encuentra mensajes, personas y canales. Ctrl K lo abre desde cualquier lugar y ? muestra todas las teclas.',
    },
    topic: {
      title: 'Seguir o silenciar',
      text: 'El menú de un tema o canal decide cuánto recibes de él.',
    },
  },
}
