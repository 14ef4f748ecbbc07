/**
 * A mistake in the configuration or the environment, which the operator has to correct. The message can be
 * printed as it is: one line for each mistake, with the allowed values and without secrets.
 */
export class ConfigError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'ConfigError'
  }
}
