import type { history as english } from '../en/history.ts'
import type { Text } from '../en/index.ts'

/** The texts of the page about the history of an organization, fetched with it. */
export const history: Text<typeof english> = {
  hint: 'Mensajes, personas y archivos de otro producto o de otro servidor: una exportación de Zulip, Slack, Mattermost, Rocket.Chat o Loquat.',
  stays:
    'El servidor primero lo lee todo y muestra lo que ha encontrado. No se escribe nada antes de que lo confirmes.',
  token: 'Token de Slack (opcional)',
  tokenHint:
    'Para archivos de Slack: con un token de una aplicación del espacio de trabajo (files:read, emoji:read), el servidor obtiene los archivos, avatares y emojis. El token de la exportación (xoxe-…), que está en las direcciones de sus archivos, obtiene archivos y avatares. Se guarda cifrado y se borra tras la comprobación.',
  choose: 'Elegir el archivo',
  largest: (gib: number) => `El archivo puede tener hasta ${gib} GiB.`,
  uploading: 'Subida',
  sent: (sent: string, all: string) => `${sent} de ${all}`,
  stopped: (name: string) =>
    `La subida de ${name} se ha detenido. Elige el mismo archivo otra vez y continuará donde se detuvo.`,
  otherFile: (name: string, size: string) =>
    `Este es otro archivo. Elige ${name} de ${size}, o cancela la importación.`,
  waiting: 'Esperando al servidor',
  reading: 'Leyendo el archivo',
  checking: 'Comprobando el archivo',
  importing: 'Importando',
  left: (duration: string) => `Quedan unos ${duration}`,
  mayClose: 'Puedes cerrar esta página. El trabajo continúa.',
  cancel: 'Cancelar la importación',
  cancelQuestion: '¿Cancelar la importación?',
  cancelWarning: 'Se eliminan el archivo y todo lo que se ha importado de él.',
  found: 'Qué contiene el archivo',
  columns: ['Tipo', 'Encontrados', 'Conservados', 'Omitidos'],
  changed: 'Cambiado',
  leftOut: 'Omitido',
  example: (text: string) => `por ejemplo ${text}`,
  begin: 'Importar',
  beginQuestion: (name: string) => `¿Importar en ${name}?`,
  beginWarning:
    'Lo que hay ahora en esta organización, canales y primeros mensajes, se reemplaza. Conserva su nombre, su dirección y sus formas de iniciar sesión. Pasas a ser la persona del archivo con tu dirección de correo, o un propietario más. Los códigos de recuperación terminan. Después todos inician sesión de nuevo.',
  failed: 'La importación ha fallado',
  cancelled: 'La importación se canceló.',
  arrived: 'Inicia sesión de nuevo',
  arrivedHint:
    'La importación ha terminado y todos inician sesión de nuevo. La dirección y la contraseña son las mismas de antes.',
  done: 'El historial está aquí',
  doneBy: (name: string, file: string, time: string) => `${name} importó ${file} el ${time}.`,
  theOperator: 'El operador del servidor',
  allHaveCome: 'Todos han venido.',
  people: 'Otras personas se han unido a esta organización, así que ya no puede recibir un historial.',
  messages: 'Se ha escrito en esta organización, así que ya no puede recibir un historial.',
  operator: 'Un operador del servidor puede importar un archivo como organización propia.',
}
