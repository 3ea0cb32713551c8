import type { Check } from '../../../shared/contract/app.ts'

/** `repair`: what a person does about it; null: nothing is wrong, or nothing can be done. */
export const check = (
  name: string,
  state: Check['state'],
  text: string,
  repair: string | null = null,
): Check => ({ name, state, text, repair })
