import type { GERMAN } from './german.ts'

/** The sentences of the server's pages in Spanish, by the English ones. */
export const SPANISH: Readonly<Record<keyof typeof GERMAN, string>> = {
  'Skip to content': 'Ir al contenido',
  Help: 'Ayuda',
  Language: 'Idioma',
  'Open {name}': 'Abrir {name}',
  'Continue to {name}': 'Continuar a {name}',
  'Go on': 'Continuar',
  'Begin again': 'Empezar de nuevo',
  'Log in': 'Iniciar sesión',
  'Log out': 'Cerrar sesión',
  'Log in as {name}': 'Iniciar sesión como {name}',
  'Log in another way': 'Iniciar sesión de otro modo',
  'Log in with your browser': 'Iniciar sesión con tu navegador',
  'Back to the log-in page': 'Volver a la página de inicio de sesión',
  'Forgot your password?': '¿Olvidaste tu contraseña?',
  'Read public channels without an account': 'Leer canales públicos sin cuenta',
  'Without a password': 'Sin contraseña',
  'This is a development server: one click logs you in.':
    'Este es un servidor de desarrollo: un clic inicia tu sesión.',
  owner: 'propietario',
  administrator: 'administrador',
  moderator: 'moderador',
  member: 'miembro',
  guest: 'invitado',
  'Going to the log-in page': 'A la página de inicio de sesión',
  'You are not logged in': 'No has iniciado sesión',
  'You need an invitation': 'Necesitas una invitación',
  'Ask one of its members for an invitation, then log in with {name} again.':
    'Pide una invitación a un miembro y vuelve a iniciar sesión con {name}.',
  'The browser did not get a passkey. Try again, or log in another way.':
    'El navegador no obtuvo una clave de acceso. Inténtalo de nuevo o inicia sesión de otro modo.',
  'Try to log in with {name}': 'Probar el inicio de sesión con {name}',
  'Log in at {name} as the person whom you want to try.':
    'Inicia sesión en {name} como la persona que quieres probar.',
  'Nothing changes: no account is made, and nobody is logged in.':
    'Nada cambia: no se crea ninguna cuenta y nadie inicia sesión.',
  'You then see who it is for this server, which account the person would get, and what would have changed.':
    'Después ves quién es para este servidor, qué cuenta obtendría la persona y qué habría cambiado.',
  'This person would have been logged in.': 'Esta persona habría iniciado sesión.',
  'This person would not have been logged in:': 'Esta persona no habría iniciado sesión:',
  'The server has found:': 'El servidor ha encontrado:',
  'What {name} says': 'Lo que dice {name}',
  'What would have happened here': 'Lo que habría ocurrido aquí',
  'Nothing has been changed.': 'No se ha cambiado nada.',
  'Try again': 'Intentar de nuevo',
  'Trial of {name}': 'Prueba de {name}',
  Identifier: 'Identificador',
  Provider: 'Proveedor',
  Account: 'Cuenta',
  Role: 'Rol',
  'New name': 'Nombre nuevo',
  'Joins the groups': 'Entra en los grupos',
  'Leaves the groups': 'Sale de los grupos',
  'Profile fields': 'Campos del perfil',
  'Next step': 'Siguiente paso',
  none: 'ninguno',
  'none that is confirmed': 'ninguna confirmada',
  empty: 'vacío',
  'the second factor of this account': 'el segundo factor de esta cuenta',
  'the account of {name} ({email}), which belongs to this person since an earlier log-in':
    'la cuenta de {name} ({email}), que pertenece a esta persona desde un inicio de sesión anterior',
  'the account of {name} ({email}), which has the confirmed address':
    'la cuenta de {name} ({email}), que tiene la dirección confirmada',
  'a new account for {name} ({email})': 'una cuenta nueva para {name} ({email})',
  'The provider gives the only owner another role. The owner stays owner.':
    'El proveedor da otro rol al único propietario. El propietario sigue siéndolo.',
  'The provider does not say which groups the person has. Roles and groups stay as they are.':
    'El proveedor no dice qué grupos tiene la persona. Los roles y los grupos quedan como están.',
  'There is no group {name} here.': 'Aquí no hay ningún grupo {name}.',
  'There is no profile field {name} here, or it does not take this value.':
    'Aquí no hay ningún campo de perfil {name}, o no admite este valor.',
  'Log in to the app': 'Iniciar sesión en la aplicación',
  'An app on this device wants to log in as {name} ({email}). Continue only if you started this in the app.':
    'Una aplicación de este dispositivo quiere iniciar sesión como {name} ({email}). Continúa solo si lo empezaste en la aplicación.',
  'Your browser opens. Log in there, and copy the token that it shows.':
    'Se abre tu navegador. Inicia sesión en él y copia el código que muestra.',
  'Open the browser again': 'Abrir de nuevo el navegador',
  Token: 'Código de acceso',
  'The browser shows it once you are logged in.': 'El navegador lo muestra cuando has iniciado sesión.',
  'This is not the token for this app. Copy it again.':
    'Este no es el código de esta aplicación. Cópialo de nuevo.',
  'Finish in the app': 'Terminar en la aplicación',
  'Copy this token, go back to the app, and paste it there. It works once, and for a minute.':
    'Copia este código, vuelve a la aplicación y pégalo. Vale una vez y durante un minuto.',
  Copy: 'Copiar',
  'Copied. Go back to the app.': 'Copiado. Vuelve a la aplicación.',
  'Go on in the browser instead': 'Seguir en el navegador',
  'This log-in has ended': 'Este inicio de sesión ha terminado',
  'It works once, and for a minute. Begin again in the app.':
    'Vale una vez y durante un minuto. Empieza de nuevo en la aplicación.',
  'Second step': 'Segundo paso',
  'Logging in as {email}.': 'Iniciando sesión como {email}.',
  Code: 'Código',
  'The six digits that your authenticator app shows, or one of your recovery codes.':
    'Los seis dígitos de tu aplicación de autenticación o uno de tus códigos de recuperación.',
  'One of your recovery codes, if you do not have your passkey.':
    'Uno de tus códigos de recuperación, si no tienes tu clave de acceso.',
  'Use a passkey': 'Usar una clave de acceso',
  'Set up a second factor': 'Configurar un segundo factor',
  'Your organization requires a second factor. Scan this code with an authenticator app, and enter the six digits that the app then shows.':
    'Tu organización exige un segundo factor. Escanea este código con una aplicación de autenticación e introduce los seis dígitos que muestre.',
  'Without a camera, enter this secret in the app: {secret}':
    'Sin cámara, introduce este secreto en la aplicación: {secret}',
  'Keep your recovery codes': 'Guarda tus códigos de recuperación',
  'Your authenticator app is set up.': 'Tu aplicación de autenticación está configurada.',
  'Each of these codes replaces the app once. Keep them where you find them without this device. They are shown only now.':
    'Cada uno de estos códigos sustituye una vez a la aplicación. Guárdalos donde los encuentres sin este dispositivo. Solo se muestran ahora.',
  Name: 'Nombre',
  Password: 'Contraseña',
  'E-mail address': 'Correo electrónico',
  'Other people will see this name.': 'Los demás verán este nombre.',
  'At least {count} characters; several words are easy to remember and hard to guess.':
    'Al menos {count} caracteres; varias palabras son fáciles de recordar y difíciles de adivinar.',
  'Time zone': 'Zona horaria',
  'Not specified': 'Sin especificar',
  'Channels to join': 'Canales a los que unirse',
  Join: 'Unirse',
  '{name} invited you.': '{name} te ha invitado.',
  'Log in with your account at the company. No password is needed here.':
    'Inicia sesión con tu cuenta de empresa. Aquí no hace falta contraseña.',
  'You are joining {name} as {email}.': 'Te unes a {name} como {email}.',
  'Already have an account? {log_in}.': '¿Ya tienes una cuenta? {log_in}.',
  'We will send you a link to join.': 'Te enviaremos un enlace para unirte.',
  'Send link': 'Enviar enlace',
  'Check your email': 'Revisa tu correo',
  'We have sent a link to {email}. Open it to join.':
    'Hemos enviado un enlace a {email}. Ábrelo para unirte.',
  'If the address has an account here, no link is sent: {log_in}, or {choose_a_new_password}.':
    'Si la dirección ya tiene una cuenta aquí, no se envía ningún enlace: {log_in} o {choose_a_new_password}.',
  'log in': 'inicia sesión',
  'choose a new password': 'elige una contraseña nueva',
  'This link has been used': 'Este enlace ya se ha usado',
  'A link like this creates one account. If the account is yours, log in. If not, ask for a new invitation.':
    'Un enlace como este crea una sola cuenta. Si la cuenta es tuya, inicia sesión. Si no, pide una invitación nueva.',
  'This invitation has been revoked': 'Esta invitación se ha revocado',
  'Somebody has taken it back. Ask the person who sent it to you for a new one.':
    'Alguien la ha retirado. Pide una nueva a quien te la envió.',
  'This link has expired': 'Este enlace ha caducado',
  'Links to join are valid for a limited time. Ask the person who sent it to you for a new one.':
    'Los enlaces para unirse valen un tiempo limitado. Pide uno nuevo a quien te lo envió.',
  'This link does not exist': 'Este enlace no existe',
  'Check that you copied all of it, or ask for a new one.':
    'Comprueba que lo copiaste entero o pide uno nuevo.',
  'This link belongs to another organization': 'Este enlace es de otra organización',
  'Open it at the address that the invitation names.': 'Ábrelo en la dirección que indica la invitación.',
  'This organization now requires an invitation. Ask one of its members for one.':
    'Esta organización ahora exige una invitación. Pídela a uno de sus miembros.',
  'Choose a new password': 'Elegir una contraseña nueva',
  'New password': 'Contraseña nueva',
  'Change password': 'Cambiar contraseña',
  'For the account {email}.': 'Para la cuenta {email}.',
  'We will send a link to the email address of your account.': 'Enviaremos un enlace al correo de tu cuenta.',
  'If {email} has an account here, we have sent a link to it.':
    'Si {email} tiene una cuenta aquí, le hemos enviado un enlace.',
  'Your password has been changed': 'Tu contraseña ha cambiado',
  'All your browsers have been logged out.': 'Se ha cerrado tu sesión en todos los navegadores.',
  'Request a new link': 'Pedir un enlace nuevo',
  'This link is no longer valid': 'Este enlace ya no es válido',
  'This link has been used, or your password has changed since we sent it.':
    'Este enlace se ha usado o tu contraseña ha cambiado desde que lo enviamos.',
  'This link has expired.': 'Este enlace ha caducado.',
  'This link does not exist. Check that you copied all of it.':
    'Este enlace no existe. Comprueba que lo copiaste entero.',
  'Use {email} for your account in {name}?': '¿Usar {email} para tu cuenta en {name}?',
  'Confirm email address': 'Confirmar correo electrónico',
  'Confirm your new email address': 'Confirma tu correo electrónico nuevo',
  'Your email address is confirmed': 'Tu correo electrónico está confirmado',
  'Your email address is now {email}.': 'Tu correo electrónico es ahora {email}.',
  'This link has been used. Your email address is confirmed.':
    'Este enlace se ha usado. Tu correo electrónico está confirmado.',
  'This link has expired. Request the change of your email address again.':
    'Este enlace ha caducado. Vuelve a pedir el cambio de tu correo electrónico.',
  'This link does not exist. Check that you copied all of it, and that we have not sent you a newer one.':
    'Este enlace no existe. Comprueba que lo copiaste entero y que no te hemos enviado uno más reciente.',
  Unsubscribe: 'Cancelar suscripción',
  Unsubscribed: 'Suscripción cancelada',
  '{name} sends these emails to {email}.': '{name} envía estos correos a {email}.',
  'You will no longer get these emails from {name}.': 'Ya no recibirás estos correos de {name}.',
  'You can turn them on again in your settings, in any app.':
    'Puedes volver a activarlos en tus ajustes, en cualquier aplicación.',
  'Video call': 'Videollamada',
  'Your Zoom account is connected': 'Tu cuenta de Zoom está conectada',
  'You can close this window and start the call again.':
    'Puedes cerrar esta ventana y volver a iniciar la llamada.',
  'Create an organization': 'Crear una organización',
  'Create organization': 'Crear organización',
  'Name of the organization': 'Nombre de la organización',
  Address: 'Dirección',
  'The part before .{host}: letters, digits and hyphens.':
    'La parte anterior a .{host}: letras, dígitos y guiones.',
  'Leave it empty to use {host} itself.': 'Déjalo vacío para usar {host}.',
  Owner: 'Propietario',
  '{name} is ready': '{name} está lista',
  'You are its owner.': 'Eres su propietario.',
  'Bring your history from another product': 'Traer tu historial de otro producto',
  'Later, log in at {address}.': 'Más adelante, inicia sesión en {address}.',
  'This link has been used to create an organization.':
    'Este enlace ya se ha usado para crear una organización.',
  'This link has expired. Ask the operator of the server for a new one.':
    'Este enlace ha caducado. Pide uno nuevo al operador del servidor.',
  'No organization here yet': 'Aquí aún no hay ninguna organización',
  'If you look for your organization, open the address in your invitation.':
    'Si buscas tu organización, abre la dirección de tu invitación.',
  'Anybody may create one on this server.': 'Cualquiera puede crear una en este servidor.',
  'If you operate this server, run this command on it. It prints a link that creates an organization, with you as its owner.':
    'Si operas este servidor, ejecuta en él este comando. Muestra un enlace que crea una organización contigo como propietario.',
  'From the source code: {command}. The link is valid for {days} days.':
    'Desde el código fuente: {command}. El enlace vale {days} días.',
  'No organization here': 'Aquí no hay ninguna organización',
  'This organization is closed': 'Esta organización está cerrada',
  'Please log in': 'Inicia sesión',
  'Not allowed': 'No permitido',
  'Page not found': 'Página no encontrada',
  'No longer available': 'Ya no está disponible',
  'Too many attempts': 'Demasiados intentos',
  'Something went wrong': 'Algo ha ido mal',
  'Not available right now': 'No disponible en este momento',
  'This form has expired, or your browser blocks cookies. Go back, reload the page, and submit the form again.':
    'Este formulario ha caducado o tu navegador bloquea las cookies. Vuelve atrás, recarga la página y envía de nuevo el formulario.',
  'There is no organization at this address. Check the spelling.':
    'No hay ninguna organización en esta dirección. Revisa cómo está escrita.',
  'This organization has been deactivated. The operator of this server can open it again.':
    'Esta organización está desactivada. El operador de este servidor puede volver a abrirla.',
  'Ask an administrator of the organization, or whoever sent you the address.':
    'Pregunta a un administrador de la organización o a quien te dio la dirección.',
  'Too many attempts. Wait a while before you try again.':
    'Demasiados intentos. Espera un rato antes de volver a intentarlo.',
  'The server made a mistake, which its log explains to the operator. Nothing that you did is wrong.':
    'El servidor ha cometido un error, que su registro explica al operador. No has hecho nada mal.',
  'Reload the page. If the mistake stays, tell the operator of this server.':
    'Recarga la página. Si el error sigue, avisa al operador de este servidor.',
  'Log in to a program': 'Iniciar sesión en un programa',
  'Log in to the program': 'Iniciar sesión en el programa',
  'The eight letters that the program shows.': 'Las ocho letras que muestra el programa.',
  'There is no such code. It is valid for ten minutes, and once.':
    'Ese código no existe. Un código vale diez minutos y una sola vez.',
  'A program ({device}, from the address {address}) wants to log in as {name} ({email}). It can then do everything that you can do.':
    'Un programa ({device}, desde la dirección {address}) quiere iniciar sesión como {name} ({email}). Podrá hacer todo lo que puedes hacer tú.',
  'Continue only if you have just started it yourself.': 'Continúa solo si acabas de iniciarlo tú.',
  Continue: 'Continuar',
  Deny: 'Rechazar',
  'The program is logged in': 'El programa ha iniciado sesión',
  'The program is not logged in': 'El programa no ha iniciado sesión',
  'You can close this page.': 'Puedes cerrar esta página.',
}
