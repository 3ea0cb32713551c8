import { confirm } from '../kit/confirm.ts'

/**
 * Asks about a list that was just shown. null: a person agreed, or `yes` is its hash; else a sentence that
 * begins with `undone`, "Nothing was imported."
 */
export async function disagreement(
  hash: string,
  yes: string | undefined,
  question: string,
  undone: string,
): Promise<string | null> {
  if (yes === hash) return null
  if (yes !== undefined)
    return `${undone} This is not what --yes ${yes} was said to; read the list, then say --yes ${hash}`
  if (process.stdin.isTTY !== true)
    return `${undone} Without a terminal: read the list, then add --yes ${hash}`
  return (await confirm(question)) ? null : undone
}
