import { createRedactor } from './redactor.ts'
import { isSecretName } from './shapes.ts'

const redactor = createRedactor()

type Environment = Readonly<Record<string, string | undefined>>

/** A shorter one stands in too many words. */
const SHORTEST_VALUE = 8

/**
 * Values that must not be read in what a run prints: those of the variables that were `given` to it, and of the
 * app's own (`own`) those whose names say that they are secret. Left out is what tells nothing by itself: a
 * word, a number, a path, an address without a sign-in, the name of a model; behind a telling name only what is shorter than
 * 8 characters, and paths of the app's own variables.
 */
export function secretValues(given: Environment, own: Environment): readonly string[] {
  const values = [
    ...Object.entries(given).filter(
      ([name, value]) => isSecretName(name) || !(isPlain(value ?? '') || isModel(name, value ?? '')),
    ),
    ...Object.entries(own).filter(([name, value]) => isSecretName(name) && !isPlain(value ?? '')),
  ].map(([, value]) => (value ?? '').trim())
  return [...new Set(values)].filter((value) => value.length >= SHORTEST_VALUE)
}

/** A run would name no model otherwise: `COPILOT_MODEL=gpt-5-mini` is what it ran on. */
const isModel = (name: string, value: string): boolean =>
  /(?:^|_)MODEL$/i.test(name) && /^[\w.:/@-]{1,60}$/.test(value.trim()) && redactor.redact(value) === value

const isPlain = (value: string): boolean =>
  /^(?:[\p{L}_]*|[\d.,:]*|(?:~|\.{0,2})\/[^\n]*|https?:\/\/[^@\s?]*)$/u.test(value.trim())
