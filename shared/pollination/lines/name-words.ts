import { inQuotes } from '../../base/hidden-text.ts'

const PLAIN = /^[\w.@/-]{1,60}$/
const CHARS = 60

/** The name of a thread in a sentence of ours: in quotes, unless nothing of it can be taken for the sentence. */
export const nameWords = (name: string): string => (PLAIN.test(name) ? name : inQuotes(name, CHARS))
