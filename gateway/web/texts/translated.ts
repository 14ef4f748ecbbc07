/** The texts of a language, some of which may be missing while the language is being added. */
export type Translated<T> = T extends (...args: infer A) => string
  ? (...args: A) => string
  : T extends string
    ? string
    : T extends undefined
      ? undefined
      : T extends readonly unknown[]
        ? { readonly [K in keyof T]: Translated<T[K]> }
        : { readonly [K in keyof T]?: Translated<T[K]> }
