import { createRedactor } from './redactor.ts'
import { isSecretName } from './shapes.ts'

const redactor = createRedactor()

/** The value of a variable as it may be shown: a credential is left out, also one inside of a longer text. */
export const shownVariable = (name: string, value: string): string =>
  isSecretName(name) ? '(not shown)' : redactor.redact(value)
