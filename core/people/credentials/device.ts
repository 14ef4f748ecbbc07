/** Programs by their User-Agent. Browsers also name the browsers that they resemble, so the order matters. */
const PROGRAMS: readonly (readonly [RegExp, string])[] = [
  [/ZulipElectron|ZulipDesktop/, 'the desktop app'],
  [/ZulipMobile|ZulipFlutter/, 'the mobile app'],
  [/ZulipTerminal/, 'the terminal client'],
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|Opera)\//, 'Opera'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/Android/i, 'Android'],
  [/iPhone|iPad|\biOS\b/, 'iOS'],
  [/Windows/, 'Windows'],
  [/Mac ?OS|Macintosh|Darwin/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/i, 'Linux'],
]

/** A readable name of the program that sent this User-Agent, such as `Firefox on Linux`. */
export function deviceName(userAgent: string): string {
  const known = (names: typeof PROGRAMS) => names.find(([pattern]) => pattern.test(userAgent))?.[1]
  const program = known(PROGRAMS) ?? (/^[\w.-]{1,40}/.exec(userAgent)?.[0] || 'an unknown program')
  const system = known(SYSTEMS)
  return system === undefined ? program : `${program} on ${system}`
}
