import type { Text } from '../en/index.ts'
import type { security as english } from '../en/security.ts'
import { plural } from './numbers.ts'

/** The texts of the page about the reader's log-in, fetched with the settings. */
export const security: Text<typeof english> = {
  password: 'Contraseña',
  confirmTitle: 'Confirma quién eres',
  confirmHint: 'Iniciaste sesión hace un rato y este cambio afecta a cómo inicias sesión.',
  orCode: 'O un código de tu aplicación o de recuperación',
  confirm: 'Confirmar',
  usePasskey: 'Usar una clave de acceso',
  notConfirmed: 'No has confirmado quién eres. No se cambió nada.',

  secondFactor: 'Segundo factor',
  secondFactorHint: 'Con un segundo factor, la contraseña sola no basta para iniciar sesión.',
  requiredFrom: (day) => `Tu organización exige un segundo factor a partir del ${day}.`,
  requiredNow: 'Tu organización exige un segundo factor. Sin él ya no funciona nada.',
  setFactorUp: 'Configurarlo',
  notNow: 'Más tarde',
  app: 'Aplicación de autenticación',
  appAdded: (day) => `Añadida el ${day}.`,
  appNone: 'Una aplicación en tu teléfono muestra seis dígitos que cambian cada 30 segundos.',
  addApp: 'Configurar una aplicación',
  replaceApp: 'Configurar otra aplicación',
  removeApp: 'Quitar la aplicación',
  removeAppQuestion: '¿Quitar la aplicación de autenticación?',
  removeAppWarning: 'Sus códigos dejarán de funcionar. Sin clave de acceso, bastará con la contraseña.',
  scan: 'Escanea este código con la aplicación e introduce los dígitos que muestre.',
  qrCode: 'Código QR para la aplicación de autenticación',
  secret: 'Sin cámara, introduce este secreto',
  code: 'Código',
  goOn: 'Continuar',

  codes: 'Códigos de recuperación',
  codesLeft: (count) => plural(count, { one: 'Te queda # código.', other: 'Te quedan # códigos.' }),
  codesNone: 'Los recibes con el primer segundo factor.',
  newCodes: 'Crear códigos nuevos',
  newCodesQuestion: '¿Crear códigos de recuperación nuevos?',
  newCodesWarning: 'Los anteriores dejarán de funcionar.',
  codesTitle: 'Guarda tus códigos de recuperación',
  codesHint:
    'Cada uno sustituye una vez al segundo factor. Guárdalos donde los encuentres sin este dispositivo. Solo se muestran ahora.',
  download: 'Descargar',
  done: 'Los he guardado',

  passkeys: 'Claves de acceso',
  passkeysHint:
    'Inicia sesión con tu dedo, tu cara, un PIN o una llave de seguridad en vez de la contraseña.',
  addPasskey: 'Añadir una clave de acceso',
  passkeyFailed: 'El navegador no creó una clave de acceso.',
  passkeyTimes: (added, used) =>
    used === undefined
      ? `Añadida el ${added}, aún sin usar`
      : `Añadida el ${added}, usada por última vez ${used}`,
  rename: 'Renombrar',
  renamePasskey: (name) => `Renombrar: ${name}`,
  passkeyName: 'Nombre de la clave de acceso',
  save: 'Guardar',
  remove: 'Eliminar',
  removePasskey: (name) => `Eliminar: ${name}`,
  removePasskeyQuestion: (name) => `¿Eliminar la clave de acceso ${name}?`,
  removePasskeyWarning: 'Nadie podrá iniciar sesión con ella. Quítala también de tu dispositivo.',

  sessions: 'Sesiones y dispositivos',
  sessionsHint:
    'Los navegadores en los que has iniciado sesión. Las aplicaciones tienen la clave de API: una clave nueva las desconecta.',
  thisDevice: 'Este dispositivo',
  sessionTimes: (started, used) =>
    started === undefined ? `Usada por última vez ${used}` : `Desde ${started}, usada por última vez ${used}`,
  logOut: 'Cerrar sesión',
  logOutDevice: (device) => `Cerrar sesión: ${device}`,
  logOutOthers: 'Cerrar todas las demás sesiones',
  logOutOthersQuestion: '¿Cerrar la sesión en todos los demás dispositivos?',
  logOutOthersWarning: 'Todos los dispositivos de esta lista, salvo este, deberán iniciar sesión de nuevo.',
  notLoaded: 'No se pudo cargar.',
}
